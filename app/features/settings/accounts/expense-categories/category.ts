/** A category of expenses, as the API shows one (spec §3). */
export type ExpenseCategory = {
  id: number;
  name: string;
  description: string | null;
  created_at: string;
  updated_at: string;
};

export const categoryLabels = { name: "اسم الفئة", description: "الوصف" };

export const categoryRequired = "اسم الفئة مطلوب";
