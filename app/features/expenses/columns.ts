import { officeTime } from "~/domain/office-day.server";
import { fieldColumns } from "~/http/field-columns.server";
import { type Expense, expense } from "./expense";

export const columns = fieldColumns<Expense>(expense, {
  category_id: { cell: ({ category }) => category },
  description: {
    behind: [
      { head: "تاريخ الإضافة", kind: "date", cell: ({ created_at }) => officeTime(created_at).slice(0, 10) },
    ],
  },
});
