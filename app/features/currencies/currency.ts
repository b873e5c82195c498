import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";

/** A currency as calls show it (spec §3). */
export type Currency = RowOf<(typeof currency)["fields"]> & {
  is_default: boolean;
  /** The digits after the point of its amounts (ISO 4217's minor unit). */
  decimals: number;
};

export const currency = withLabels(
  {
    table: "currencies",
    noun: { name: "name" },
    path: "/settings/accounts/currencies",
    write: "manage_financials",
    read: ["manage_services", "manage_contracts"],
    fields: {
      name: { label: "اسم العملة", kind: "text", max: 100, sheet: { width: 24 } },
      /** ISO 4217, three Latin capitals. */
      code: { label: "الرمز الدولي", kind: "code", max: 3 },
      symbol: { label: "العلامة", kind: "text", max: 10 },
      /** The worth of one unit in the base currency, which has exactly 1 (rulings §3). */
      exchange_rate: { label: "سعر الصرف", kind: "price", sheet: { width: 18 } },
    },
    required: "الرجاء تعبئة جميع حقول العملة",
    failures: { create: "خطأ في إضافة العملة", update: "خطأ في تحديث العملة", remove: "خطأ في حذف العملة" },
    saved: "تم تحديث",
  },
  { is_default: "النوع", rate_of: "اتجاه السعر", rate_shown: "سعر الصرف المعروض" },
) satisfies Entity;

/** Of which currency a new one's rate tells what one is worth in the other: of itself, as calls do, or of the base. */
export const rateSides = ["own", "base"] as const;

export const setDefaultQuestion = (name: string) =>
  `هل تريد تعيين «${name}» عملة افتراضية؟ سيعاد حساب أسعار صرف جميع العملات بالنسبة إليها.`;
