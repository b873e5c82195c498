import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";

/** A category of expenses as calls show it (spec §3). */
export type ExpenseCategory = RowOf<(typeof category)["fields"]>;

export const category = withLabels({
  table: "expense_categories",
  noun: { one: "الفئة", a: "فئة", some: "فئات" },
  path: "/settings/accounts/expense-categories",
  key: "categories",
  write: "manage_financials",
  fields: {
    name: { label: "اسم الفئة", kind: "text", max: 100, sheet: { width: 30 } },
    description: { label: "الوصف", kind: "longText", max: 500, optional: true, sheet: { width: 40 } },
  },
  required: "اسم الفئة مطلوب",
  failures: { create: "خطأ في إضافة الفئة", update: "خطأ في تحديث الفئة", remove: "خطأ في حذف الفئة" },
  saved: "تم تحديث",
}) satisfies Entity;
