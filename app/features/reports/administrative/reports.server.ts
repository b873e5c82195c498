import { reportsOf } from "../reports.server";
import { administrativeReports } from "./administrative";
import { campaignsReport } from "./campaigns.server";
import { customersReport } from "./customers.server";
import { operationsReport } from "./operations.server";
import { servicesReport } from "./services.server";

export const administrative = reportsOf(administrativeReports, {
  campaigns: campaignsReport,
  customers: customersReport,
  services: servicesReport,
  operations: operationsReport,
});
