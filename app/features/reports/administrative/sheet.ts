import { exportLoader } from "~/http/sheets.server";
import { administrative } from "./reports.server";

export const loader = exportLoader(["view_reports"], administrative.book);
