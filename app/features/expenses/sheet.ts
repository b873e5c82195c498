import { officeTime } from "~/domain/office-day.server";
import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { type Expense, expense } from "./expense";
import { expenses } from "./expenses.server";

const { labels } = expense;

const columns: SheetColumn<Expense>[] = [
  { head: labels.name, width: 30, cell: ({ name }) => name },
  { head: labels.category, width: 24, cell: ({ category }) => category },
  { head: labels.description, width: 40, cell: ({ description }) => description },
  { head: "تاريخ الإضافة", kind: "date", cell: ({ created_at }) => officeTime(created_at).slice(0, 10) },
];

export const loader = exportingList(expense, expenses, columns);

export { refuseWrites as action } from "~/http/download.server";
