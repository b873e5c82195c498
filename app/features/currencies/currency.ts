import type { Entity } from "~/domain/entity";

/** A currency, as the API shows one (spec §3). */
export type Currency = {
  id: number;
  name: string;
  /** ISO 4217, three Latin capitals. */
  code: string;
  symbol: string;
  /** The worth of one unit in the base currency, which has exactly 1 (rulings §3). */
  exchange_rate: number;
  is_default: boolean;
  /** Digits behind the point of its amounts (ISO 4217's minor unit). */
  decimals: number;
  created_at: string;
  updated_at: string;
};

export const currency = {
  table: "currencies",
  noun: { name: "name" },
  path: "/settings/accounts/currencies",
  key: "currencies",
  item: "currency",
  write: "manage_financials",
  read: ["manage_services", "manage_contracts"],
  labels: {
    name: "اسم العملة",
    code: "الرمز الدولي",
    symbol: "العلامة",
    exchange_rate: "سعر الصرف",
    is_default: "النوع",
  },
  required: "الرجاء تعبئة جميع حقول العملة",
  failures: { create: "خطأ في إضافة العملة", update: "خطأ في تحديث العملة", remove: "خطأ في حذف العملة" },
  saved: "تم تحديث",
} as const satisfies Entity;

const rates = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 9 });

/** A rate to nine digits, as a table shows it. */
export function formatRate(rate: number) {
  return rates.format(rate);
}

export const setDefaultQuestion = (name: string) =>
  `هل تريد تعيين «${name}» عملة افتراضية؟ سيعاد حساب أسعار صرف جميع العملات بالنسبة إليها.`;
