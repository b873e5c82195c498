/** Every permission of the office, with its name on the roles screen (spec §6). */
export const permissionLabels = {
  manage_settings: "إعدادات الشركة",
  manage_users: "المستخدمون",
  manage_roles: "الأدوار والصلاحيات",
  manage_services: "الخدمات والباقات",
  manage_campaigns: "الحملات",
  manage_contracts: "العقود",
  manage_customers: "العملاء",
  manage_financials: "العمليات المالية",
  manage_agents: "الوكلاء",
  manage_suppliers: "الموردون",
  manage_invoices: "الفواتير",
  manage_trips: "الرحلات",
  view_reports: "التقارير",
} as const;

export type Permission = keyof typeof permissionLabels;

export type SessionUser = {
  id: number;
  username: string;
  email: string;
  user_type: "admin" | "staff";
  permissions: Permission[];
};

/** Whether the user holds any of the permissions; an empty list asks for none. */
export function holdsAny(user: Pick<SessionUser, "permissions">, permissions: readonly Permission[]) {
  return !permissions.length || permissions.some((permission) => user.permissions.includes(permission));
}
