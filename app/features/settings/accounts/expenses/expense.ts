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

export const expenseLabels = {
  name: "اسم المصروف",
  description: "الوصف",
  category: "الفئة",
  category_id: "الفئة",
};

export const expenseRequired = "اسم المصروف مطلوب";
