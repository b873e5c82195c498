import type { ReportFamily } from "../report";

export const financialReports = {
  path: "/reports/financial",
  title: "التقارير المالية",
  reports: {
    cash: "المقبوضات والمدفوعات",
  },
} as const satisfies ReportFamily;
