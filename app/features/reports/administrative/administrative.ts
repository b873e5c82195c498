import type { ReportFamily } from "../report";

export const administrativeReports = {
  path: "/reports/administrative",
  title: "التقارير الإدارية",
  reports: {
    campaigns: "الحملات",
    customers: "العملاء",
    services: "الخدمات",
    operations: "العمليات",
  },
} as const satisfies ReportFamily;

export type AdministrativeReport = keyof typeof administrativeReports.reports;
