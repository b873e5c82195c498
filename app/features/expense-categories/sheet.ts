import { exportingList, type SheetColumn } from "~/http/sheets.server";
import { categories } from "./categories.server";
import { category, type ExpenseCategory } from "./category";

const { labels } = category;

const columns: SheetColumn<ExpenseCategory>[] = [
  { head: labels.name, width: 30, cell: ({ name }) => name },
  { head: labels.description, width: 40, cell: ({ description }) => description },
];

export const loader = exportingList(category, categories, columns);

export { refuseWrites as action } from "~/http/download.server";
