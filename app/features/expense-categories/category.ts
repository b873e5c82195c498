import type { Entity } from "~/domain/entity";

/** A category of expenses, as the API shows one (spec §3). */
export type ExpenseCategory = {
  id: number;
  name: string;
  description: string | null;
  created_at: string;
  updated_at: string;
};

export const category = {
  table: "expense_categories",
  noun: { one: "الفئة", a: "فئة", some: "فئات" },
  path: "/settings/accounts/expense-categories",
  key: "categories",
  item: "category",
  write: "manage_financials",
  labels: { name: "اسم الفئة", description: "الوصف" },
  required: "اسم الفئة مطلوب",
  failures: { create: "خطأ في إضافة الفئة", update: "خطأ في تحديث الفئة", remove: "خطأ في حذف الفئة" },
  saved: "تم تحديث",
} as const satisfies Entity;
