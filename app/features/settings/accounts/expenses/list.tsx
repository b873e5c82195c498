import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { readPage, searchOf, shown } from "~/db/list.server";
import { officeTime } from "~/http/office-day.server";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { EmptyList, useListSearch } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { DeleteLink, Table } from "~/ui/table";
import { AccountsPage } from "../accounts-page";
import { listCategories } from "../expense-categories/categories.server";
import { expenseLabels as labels } from "./expense";
import { listExpenses } from "./expenses.server";

export const meta = () => [{ title: "المصروفات · الحسابات المالية" }];

export const loader = screen(["manage_financials"], async ({ url: { searchParams } }) => {
  const [{ rows, ...page }, categories] = await Promise.all([
    shown(() => readPage(listExpenses(searchParams), searchParams)),
    listCategories(db),
  ]);
  return {
    ...page,
    rows: rows.map((row) => ({ ...row, day: officeTime(row.created_at).slice(0, 10) })),
    categories: categories.map(({ id, name }): [string, string] => [String(id), name]),
    search: searchOf(searchParams),
    category: searchParams.get("category_id") ?? "",
  };
});

const path = "/settings/accounts/expenses";

export default function Expenses() {
  const { refusal, rows, total, page, perPage, categories, search, category } =
    useLoaderData<typeof loader>();
  const query = useListSearch();
  const filtered = Boolean(search || category);
  return (
    <AccountsPage path="/settings/accounts/expenses" add="إضافة مصروف">
      <FilterBar search={search} searchLabel="بحث بالاسم أو الوصف">
        <FilterSelect name="category_id" label={labels.category} value={category} choices={categories} />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyList
          refusal={refusal}
          total={total}
          filtered={filtered}
          noMatch="لا توجد مصروفات تطابق البحث"
          none="لا توجد مصروفات بعد"
          next="أضف ما تصرف عليه الوكالة، لتسجل عليه سندات الصرف."
        />
      ) : (
        <Table
          caption="المصروفات"
          item="المصروف"
          rows={rows}
          columns={[
            { label: labels.name, cell: ({ name }) => name },
            { label: labels.category, cell: ({ category }) => category ?? "—" },
            { label: labels.description, cell: ({ description }) => description ?? "—" },
            { label: "تاريخ الإضافة", kind: "code", cell: ({ day }) => <bdi dir="ltr">{day}</bdi> },
          ]}
          actions={({ id }) => (
            <>
              <a href={`${path}/${id}/edit${query}`} data-stay="">
                تعديل
              </a>
              <DeleteLink href={`${path}/${id}/delete${query}`} by="toast" />
            </>
          )}
        />
      )}
      <Pagination page={page} perPage={perPage} total={total} />
    </AccountsPage>
  );
}
