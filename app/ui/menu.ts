import { holdsAny, type Permission, type SessionUser } from "~/domain/permissions";

type Item = { label: string; href: string; permissions: readonly Permission[] };
export type Group = { label: string; items: Item[] };

const services = ["manage_services"] as const;
const financials = ["manage_financials"] as const;

/** The side menu (spec §2, Main layout): what is built is listed, in the table's order. */
const menu: Group[] = [
  { label: "", items: [{ label: "لوحة التحكم", href: "/", permissions: [] }] },
  {
    label: "إعدادات النظام",
    items: [
      { label: "بيانات الشركة", href: "/settings/company", permissions: ["manage_settings"] },
      { label: "المستخدمون", href: "/settings/users", permissions: ["manage_users"] },
      { label: "الأدوار والصلاحيات", href: "/settings/roles", permissions: ["manage_roles"] },
      { label: "سجل العمليات", href: "/settings/trail", permissions: ["manage_users"] },
    ],
  },
  {
    label: "الخدمات",
    items: [
      { label: "الفنادق", href: "/services/hotels", permissions: services },
      { label: "النقل", href: "/services/transportation", permissions: services },
      { label: "الإعاشة", href: "/services/catering", permissions: services },
      { label: "الخدمات الأخرى", href: "/services/other", permissions: services },
      { label: "الباقات المتكاملة", href: "/services/packages", permissions: services },
    ],
  },
  {
    label: "الحملات",
    items: [{ label: "الحملات", href: "/campaigns", permissions: ["manage_campaigns"] }],
  },
  {
    label: "العقود والعملاء",
    items: [
      { label: "العقود", href: "/contracts", permissions: ["manage_contracts"] },
      { label: "العملاء", href: "/customers", permissions: ["manage_customers"] },
    ],
  },
  {
    label: "العمليات المالية",
    items: [
      { label: "سندات القبض", href: "/financial/receipts", permissions: financials },
      { label: "سندات الصرف", href: "/financial/payments", permissions: financials },
      { label: "الحسابات المالية", href: "/settings/accounts", permissions: financials },
    ],
  },
  {
    label: "الوكلاء والموردون",
    items: [
      { label: "الوكلاء", href: "/agents", permissions: ["manage_agents"] },
      { label: "الموردون", href: "/suppliers", permissions: ["manage_suppliers"] },
    ],
  },
  {
    label: "الفواتير",
    items: [
      { label: "فواتير الوكلاء", href: "/invoices/agents", permissions: ["manage_invoices"] },
      { label: "فواتير المشتريات", href: "/invoices/purchases", permissions: ["manage_invoices"] },
    ],
  },
  {
    label: "الرحلات",
    items: [
      { label: "إدارة الرحلات", href: "/trips/management", permissions: ["manage_trips"] },
      { label: "خطط الرحلات", href: "/trips/plans", permissions: ["manage_trips"] },
      { label: "المجموعات", href: "/trips/groups", permissions: ["manage_trips"] },
      { label: "متابعة التأشيرات", href: "/trips/visas", permissions: ["manage_trips"] },
    ],
  },
  {
    label: "التقارير",
    items: [
      { label: "التقارير المالية", href: "/reports/financial", permissions: ["view_reports"] },
      { label: "التقارير الإدارية", href: "/reports/administrative", permissions: ["view_reports"] },
    ],
  },
];

/** The address of a screen below the menu's item that it belongs to: a trip's stages have another one (spec §2). */
const inMenu = (pathname: string) =>
  pathname.replace(/^\/trips\/(?=\d+\/stages(\/|$))/i, "/trips/management/").toLowerCase();

/** The item of a menu that a path belongs to: the longest that it is, or lies below. */
export function itemOf(menu: Group[], pathname: string) {
  const path = inMenu(pathname);
  return menu
    .flatMap(({ items }) => items)
    .filter(({ href }) => path === href || (href !== "/" && path.startsWith(`${href}/`)))
    .sort((a, b) => b.href.length - a.href.length)[0];
}

/** The item that leads to an address, where there is one and the user may open it. */
export function screenOf(user: Pick<SessionUser, "permissions">, address: string) {
  const item = itemOf(menu, address.split("?", 1)[0] ?? "");
  return item && holdsAny(user, item.permissions) ? item : undefined;
}

/** What this user sees of the menu; a group without items is left out. */
export function menuFor(user: Pick<SessionUser, "permissions">): Group[] {
  return menu
    .map(({ label, items }) => ({
      label,
      items: items.filter(({ permissions }) => holdsAny(user, permissions)),
    }))
    .filter(({ items }) => items.length);
}
