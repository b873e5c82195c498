import { reportsOf } from "../reports.server";
import { balancesReport } from "./balances.server";
import { cashReport } from "./cash.server";
import { commissionsReport } from "./commissions.server";
import { contractsReport } from "./contracts.server";
import { financialReports } from "./financial";
import { profitReport } from "./profit.server";

export const financial = reportsOf(financialReports, {
  cash: cashReport,
  contracts: contractsReport,
  profit: profitReport,
  balances: balancesReport,
  commissions: commissionsReport,
});
