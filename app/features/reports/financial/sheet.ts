import { exporting } from "~/http/sheets.server";
import { financial } from "./reports.server";

export const loader = exporting(["view_reports"], financial.book);

export { refuseWrites as action } from "~/http/download.server";
