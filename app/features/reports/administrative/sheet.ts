import { exporting } from "~/http/sheets.server";
import { administrative } from "./reports.server";

export const loader = exporting(["view_reports"], administrative.book);

export { refuseWrites as action } from "~/http/download.server";
