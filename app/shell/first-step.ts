import type { Permission } from "~/domain/permissions";

/** In the order of their dependence. The addresses are written out, so that the dashboard does not load the entities. */
export const firstSteps = [
  {
    name: "company",
    label: "اكتب بيانات الشركة",
    why: "تظهر في كل ما يطبع",
    href: "/settings/company",
    permission: "manage_settings",
  },
  {
    name: "currency",
    label: "أضف عملة",
    why: "أول عملة هي الأساسية",
    href: "/settings/accounts/currencies/new",
    permission: "manage_financials",
  },
  {
    name: "cash_box",
    label: "أضف صندوقًا",
    why: "إليه يدخل ما يقبض نقدًا",
    href: "/settings/accounts/cash-boxes/new",
    permission: "manage_financials",
  },
  {
    name: "service",
    label: "أضف خدمة",
    why: "فندقًا أو نقلًا أو إعاشة أو غيرها",
    href: "/services/hotels/new",
    permission: "manage_services",
  },
  {
    name: "package",
    label: "كوّن باقة",
    why: "من الخدمات، بسعر بيعها",
    href: "/services/packages/new",
    permission: "manage_services",
  },
  {
    name: "campaign",
    label: "افتح حملة",
    why: "وأرفق بها الباقات",
    href: "/campaigns/new",
    permission: "manage_campaigns",
  },
  {
    name: "customer",
    label: "سجل عميلًا",
    why: "بالاسم والهاتف، والباقي متى توفر",
    href: "/customers/new",
    permission: "manage_customers",
  },
  {
    name: "contract",
    label: "وقّع عقدًا",
    why: "بباقة من باقات الحملة",
    href: "/contracts/new",
    permission: "manage_contracts",
  },
  {
    name: "receipt",
    label: "اقبض واطبع أول سند",
    why: "يزيد به الصندوق وينقص متبقي العقد",
    href: "/financial/receipts/new",
    permission: "manage_financials",
  },
] as const satisfies { href: string; permission: Permission; [word: string]: string }[];

export type FirstSteps = Record<(typeof firstSteps)[number]["name"], boolean>;
