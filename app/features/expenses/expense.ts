import type { Entity } from "~/domain/entity";

/** A kind of expense that payments name, as the API shows one (spec §3). */
export type Expense = {
  id: number;
  name: string;
  description: string | null;
  /** By name. */
  category: string | null;
  category_id: number | null;
  created_at: string;
  updated_at: string;
};

export const expense = {
  table: "expenses",
  path: "/settings/accounts/expenses",
  key: "expenses",
  item: "expense",
  write: "manage_financials",
  labels: { name: "اسم المصروف", description: "الوصف", category: "الفئة", category_id: "الفئة" },
  required: "اسم المصروف مطلوب",
  failures: { create: "خطأ في إضافة المصروف", update: "خطأ في تحديث المصروف", remove: "خطأ في حذف المصروف" },
  saved: "تم تحديث",
} as const satisfies Entity;
