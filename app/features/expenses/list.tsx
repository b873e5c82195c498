import { useLoaderData } from "@remix-run/react";
import { askedByAddress } from "~/db/choices.server";
import { drawRows } from "~/db/drawing.server";
import { screenPage } from "~/db/list.server";
import type { RowOf } from "~/domain/html-only";
import { officeTime } from "~/domain/office-day.server";
import { categoryOffer } from "~/features/expense-categories/categories.server";
import { AccountsPage } from "~/features/links/accounts-page";
import { editWithStatement } from "~/features/links/statement-link";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar } from "~/ui/page/filter-bar";
import { ListTable } from "~/ui/page/list-table";
import type { Column } from "~/ui/page/table";
import { expense } from "./expense";
import { expenses } from "./expenses.server";

const { labels } = expense;

export const meta = () => [{ title: "المصروفات · الحسابات المالية" }];

export const loader = listScreen([expense.write], async ({ url: { searchParams } }) => {
  const { rows, ...page } = await screenPage(expenses.list, searchParams);
  return {
    ...page,
    rows: drawRows(rows, (row) => ({ ...row, day: officeTime(row.created_at).slice(0, 10) })),
    offers: await categoryOffer(askedByAddress(searchParams)),
  };
});

type Row = RowOf<typeof loader>;

const columns: Column<Row>[] = [
  fieldColumn(expense, "name"),
  { label: labels.category, cell: ({ category }) => category ?? "—" },
  fieldColumn(expense, "description", { later: true }),
  { label: "تاريخ الإضافة", kind: "code", later: true, cell: ({ day }) => <bdi dir="ltr">{day}</bdi> },
];

export default function Expenses() {
  const { offers, ...page } = useLoaderData<typeof loader>();
  return (
    <AccountsPage of={expense}>
      <FilterBar searchLabel="بحث بالاسم أو الوصف" of={expense} by={[["category_id", offers.category_id]]} />
      <ListTable
        of={expense}
        page={page}
        columns={columns}
        actions={editWithStatement(expense, "expenses", { by: "toast" })}
      >
        أضف ما تصرف عليه الوكالة، لتسجل عليه سندات الصرف.
      </ListTable>
    </AccountsPage>
  );
}
