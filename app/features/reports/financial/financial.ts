import type { ReportFamily } from "../report";

export const financialReports = {
  path: "/reports/financial",
  title: "التقارير المالية",
  reports: {
    cash: "المقبوضات والمدفوعات",
    contracts: "العقود والمستحقات",
    profit: "ربح الحملات",
    balances: "ميزان الحسابات",
    commissions: "عمولات الوكلاء",
  },
} as const satisfies ReportFamily;
