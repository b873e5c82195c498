import { exportLoader } from "~/http/sheets.server";
import { financial } from "./reports.server";

export const loader = exportLoader(["view_reports"], financial.book);
