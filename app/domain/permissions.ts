/** All permissions, with their names on the roles screen (spec §6). */
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

/** What each permission opens, in a sentence: the screens that it may write, and the data that it may also read (rulings §2). */
export const permissionSentences: Record<Permission, string> = {
  manage_settings: "بيانات الشركة وشعارها كما تظهر في المطبوعات.",
  manage_users:
    "حسابات المستخدمين وأدوارهم وكلمات مرورهم، وقراءة سجل العمليات؛ ولا يمنح بها دور فيه ما ليس لمانحه.",
  manage_roles: "إنشاء الأدوار وتحديد صلاحياتها؛ ومن يملكها يمنح أي صلاحية.",
  manage_services: "الفنادق والنقل والإعاشة والخدمات الأخرى والباقات المتكاملة، بأسعارها.",
  manage_campaigns: "فتح الحملات وتعديلها، وعدد مقاعدها، والباقات المرفقة بها.",
  manage_contracts: "توقيع العقود وتعديلها وطباعتها؛ مع قراءة العملاء والحملات والباقات.",
  manage_customers: "إضافة العملاء وتعديل بياناتهم وصورهم وحذفهم.",
  manage_financials: "سندات القبض والصرف، والبنوك والصناديق والعملات والمصروفات؛ مع قراءة العقود والعملاء.",
  manage_agents: "إضافة الوكلاء وتعديلهم؛ أما حذفهم فللمستخدم من نوع «مدير» وحده.",
  manage_suppliers: "إضافة الموردين وتعديلهم وحذفهم.",
  manage_invoices: "فواتير الوكلاء وفواتير المشتريات؛ مع قراءة الوكلاء والموردين.",
  manage_trips: "الرحلات ومراحلها وقوالبها، والمجموعات وأعضاؤها، ومتابعة التأشيرات.",
  view_reports: "التقارير المالية والإدارية، للقراءة.",
};

/** The permissions in the groups of the menu (spec §2). */
export const permissionGroups: [label: string, permissions: Permission[]][] = [
  ["إعدادات النظام", ["manage_settings", "manage_users", "manage_roles"]],
  ["الخدمات", ["manage_services"]],
  ["الحملات", ["manage_campaigns"]],
  ["العقود والعملاء", ["manage_contracts", "manage_customers"]],
  ["العمليات المالية", ["manage_financials"]],
  ["الوكلاء والموردون", ["manage_agents", "manage_suppliers"]],
  ["الفواتير", ["manage_invoices"]],
  ["الرحلات", ["manage_trips"]],
  ["التقارير", ["view_reports"]],
];

export type SessionUser = {
  id: number;
  username: string;
  email: string;
  user_type: "admin" | "staff";
  permissions: Permission[];
};

/** Whether the user holds any of the permissions. An empty list requires none. */
export function holdsAny(user: Pick<SessionUser, "permissions">, permissions: readonly Permission[]) {
  return !permissions.length || permissions.some((permission) => user.permissions.includes(permission));
}
