import { reportsOf } from "../reports.server";
import { cashReport } from "./cash.server";
import { financialReports } from "./financial";

export const financial = reportsOf(financialReports, { cash: cashReport });
