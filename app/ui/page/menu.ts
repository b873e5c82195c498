import { holdsAny, type Permission, type SessionUser } from "~/domain/permissions";

type Item = { label: string; href: string; permissions: readonly Permission[] };
/** @property name stands for the group in the cookie of folds (shell/folds.ts) */
export type Group = { name: string; label: string; items: Item[] };

const item = (label: string, href: string, ...permissions: Permission[]): Item => ({
  label,
  href,
  permissions,
});

const group = (name: string, label: string, ...items: Item[]): Group => ({ name, label, items });

/** The side menu in the order of the spec's table (spec §2, Main layout). */
const menu: Group[] = [
  group("dashboard", "", item("لوحة التحكم", "/")),
  group(
    "settings",
    "إعدادات النظام",
    item("بيانات الشركة", "/settings/company", "manage_settings"),
    item("المستخدمون", "/settings/users", "manage_users"),
    item("الأدوار والصلاحيات", "/settings/roles", "manage_roles"),
    item("سجل العمليات", "/settings/trail", "manage_users"),
  ),
  group(
    "services",
    "الخدمات",
    item("الفنادق", "/services/hotels", "manage_services"),
    item("النقل", "/services/transportation", "manage_services"),
    item("الإعاشة", "/services/catering", "manage_services"),
    item("الخدمات الأخرى", "/services/other", "manage_services"),
    item("الباقات المتكاملة", "/services/packages", "manage_services"),
  ),
  group("campaigns", "الحملات", item("الحملات", "/campaigns", "manage_campaigns")),
  group(
    "sales",
    "العقود والعملاء",
    item("العقود", "/contracts", "manage_contracts"),
    item("العملاء", "/customers", "manage_customers"),
  ),
  group(
    "money",
    "العمليات المالية",
    item("سندات القبض", "/financial/receipts", "manage_financials"),
    item("سندات الصرف", "/financial/payments", "manage_financials"),
    item("الشيكات", "/financial/cheques", "manage_financials"),
    item("التحويلات", "/financial/transfers", "manage_financials"),
    item("التخصيصات", "/financial/allocations", "manage_financials"),
    item("الديون", "/financial/debts/customers", "manage_financials"),
    item("الحسابات المالية", "/settings/accounts", "manage_financials"),
  ),
  group(
    "partners",
    "الوكلاء والموردون",
    item("الوكلاء", "/agents", "manage_agents"),
    item("الموردون", "/suppliers", "manage_suppliers"),
  ),
  group(
    "invoices",
    "الفواتير",
    item("فواتير الوكلاء", "/invoices/agents", "manage_invoices"),
    item("فواتير المشتريات", "/invoices/purchases", "manage_invoices"),
  ),
  group(
    "trips",
    "الرحلات",
    item("إدارة الرحلات", "/trips/management", "manage_trips"),
    item("خطط الرحلات", "/trips/plans", "manage_trips"),
    item("المجموعات", "/trips/groups", "manage_trips"),
    item("متابعة التأشيرات", "/trips/visas", "manage_trips"),
  ),
  group(
    "reports",
    "التقارير",
    item("التقارير المالية", "/reports/financial", "view_reports"),
    item("التقارير الإدارية", "/reports/administrative", "view_reports"),
    item("دفتر اليومية", "/reports/journal", "view_reports"),
    item("ميزان المراجعة", "/settings/chart", "view_reports"),
  ),
];

/** The items of screens that do not lie below theirs (a trip's stages, spec §2). */
const elsewhere: [screens: RegExp, item: string][] = [
  [/^\/trips\/(\d+\/stages|flights|movements)(\/|$)/, "/trips/management"],
  [/^\/financial\/debts\//, "/financial/debts/customers"],
  [/^\/services\/cities(\/|$)/, "/services/hotels"],
  [/^\/(offers|holds|waiting-list)(\/|$)/, "/contracts"],
];

function inMenu(pathname: string) {
  const path = pathname.toLowerCase();
  return elsewhere.find(([screens]) => screens.test(path))?.[1] ?? path;
}

/** The menu's item of a path: the longest address that equals the path or lies above it. */
export function itemOf(menu: Group[], pathname: string) {
  const path = inMenu(pathname);
  return menu
    .flatMap(({ items }) => items)
    .filter(({ href }) => path === href || (href !== "/" && path.startsWith(`${href}/`)))
    .sort((a, b) => b.href.length - a.href.length)[0];
}

/** The menu's item of an address, if the user may open it. */
export function screenOf(user: Pick<SessionUser, "permissions">, address: string) {
  const item = itemOf(menu, address.split("?", 1)[0] ?? "");
  return item && holdsAny(user, item.permissions) ? item : undefined;
}

/** The first screen of this user that lies below an address which is none itself, such as `/reports`. */
export const firstBelow = (user: Pick<SessionUser, "permissions">, pathname: string) =>
  menuFor(user)
    .flatMap(({ items }) => items)
    .find(({ href }) => href.startsWith(`${pathname.replace(/\/+$/, "")}/`));

/** The menu of this user, without empty groups. */
export function menuFor(user: Pick<SessionUser, "permissions">): Group[] {
  return menu
    .map(({ items, ...rest }) => ({
      ...rest,
      items: items.filter(({ permissions }) => holdsAny(user, permissions)),
    }))
    .filter(({ items }) => items.length);
}
