import { exportLoader } from "~/http/sheets.server";
import { books } from "./trial.server";

export const loader = exportLoader(["view_reports"], books.book);
