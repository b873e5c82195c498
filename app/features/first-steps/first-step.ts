import type { Permission } from "~/domain/permissions";
import { campaign } from "~/features/campaigns/campaign";
import { customer } from "~/features/customers/customer";
import { hotel } from "~/features/services/hotels/hotel";
import { integratedPackage } from "~/features/services/packages/package";
import { accountKinds } from "~/features/settings/accounts/account";
import { currency } from "~/features/settings/accounts/currencies/currency";
import { company } from "~/features/settings/company/company";

/** In the order in which one needs the other. */
export const firstSteps = [
  { name: "company", label: "اكتب بيانات الشركة", why: "تظهر في كل ما يطبع", ...at(company, "") },
  { name: "currency", label: "أضف عملة", why: "أول عملة هي الأساسية", ...at(currency) },
  { name: "cash_box", label: "أضف صندوقًا", why: "إليه يدخل ما يقبض نقدًا", ...at(accountKinds.cash_box) },
  { name: "service", label: "أضف خدمة", why: "فندقًا أو نقلًا أو إعاشة أو غيرها", ...at(hotel) },
  { name: "package", label: "كوّن باقة", why: "من الخدمات، بسعر بيعها", ...at(integratedPackage) },
  { name: "campaign", label: "افتح حملة", why: "وأرفق بها الباقات", ...at(campaign) },
  { name: "customer", label: "سجل عميلًا", why: "ثم وقع له عقدًا واقبض منه", ...at(customer) },
] as const;

type Step = (typeof firstSteps)[number]["name"];
export type FirstSteps = Record<Step, boolean>;

function at({ path, write }: { path: string; write: Permission }, end = "/new") {
  return { href: path + end, permission: write };
}
