import { notFound } from "~/domain/domain-error";
import type { Entity } from "~/domain/entity";
import type { Status } from "~/ui/status";

const common = {
  table: "accounts",
  write: "manage_financials",
  saved: "تم تحديث",
} as const;

const labels = {
  name: "الاسم",
  account_number: "رقم الحساب",
  account_name: "اسم صاحب الحساب",
  location: "الموقع",
  currency_code: "العملة",
  balance: "الرصيد",
  status: "الحالة",
};

/** Banks and cash boxes are the same thing to the money in them; the address says which is meant. */
export const accountKinds = {
  bank: {
    ...common,
    noun: { one: "البنك", a: "بنك", many: "البنوك", some: "بنوك" },
    path: "/settings/accounts/banks",
    key: "banks",
    item: "bank",
    labels,
    failures: { create: "خطأ في إضافة البنك", update: "خطأ في تحديث البنك", remove: "خطأ في حذف البنك" },
  },
  cash_box: {
    ...common,
    noun: { one: "الصندوق", a: "صندوق", many: "الصناديق", some: "صناديق" },
    path: "/settings/accounts/cash-boxes",
    key: "cash_boxes",
    item: "cash_box",
    labels,
    failures: {
      create: "خطأ في إضافة الصندوق",
      update: "خطأ في تحديث الصندوق",
      remove: "خطأ في حذف الصندوق",
    },
  },
} as const satisfies Record<string, Entity<keyof typeof labels>>;

export type AccountKind = keyof typeof accountKinds;

/** A bank or cash box, as the API shows one (spec §3). */
export type Account = {
  id: number;
  name: string;
  /** Banks only. */
  account_number?: string;
  account_name?: string;
  /** Cash boxes only. */
  location?: string | null;
  currency_code: string;
  currency: { id: number; code: string; symbol: string; decimals: number };
  /** In the account's own currency. */
  balance: number;
  status: Status;
  created_at: string;
  updated_at: string;
};

const kindsOfAddresses = new Map<string, AccountKind>([
  ["banks", "bank"],
  ["cash-boxes", "cash_box"],
]);

/** The kind that an address names, in capitals too, as everywhere. @throws DomainError not_found */
export function kindOf({ kind = "" }: { kind?: string }): AccountKind {
  const found = kindsOfAddresses.get(kind.toLowerCase());
  if (!found) throw notFound("لا توجد صفحة بهذا العنوان");
  return found;
}
