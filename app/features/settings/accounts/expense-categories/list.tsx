import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screen } from "~/http/screen.server";
import { Empty, useListSearch } from "~/ui/page";
import { DeleteLink, Table } from "~/ui/table";
import { AccountsPage } from "../accounts-page";
import { listCategories } from "./categories.server";
import { categoryLabels as labels } from "./category";

export const meta = () => [{ title: "فئات المصروفات · الحسابات المالية" }];

export const loader = screen(["manage_financials"], async ({ url }) => ({
  rows: await listCategories(db, url.searchParams),
}));

const path = "/settings/accounts/expense-categories";

export default function ExpenseCategories() {
  const { rows } = useLoaderData<typeof loader>();
  const query = useListSearch();
  return (
    <AccountsPage path="/settings/accounts/expense-categories" add="إضافة فئة">
      {rows.length === 0 ? (
        <Empty title="لا توجد فئات بعد">
          <p>أضف فئات مثل الرواتب والإيجار لتصنف بها المصروفات.</p>
        </Empty>
      ) : (
        <Table
          caption="فئات المصروفات"
          item="فئة المصروفات"
          rows={rows}
          columns={[
            { label: labels.name, cell: ({ name }) => name },
            { label: labels.description, cell: ({ description }) => description ?? "—" },
          ]}
          actions={({ id }) => (
            <>
              <a href={`${path}/${id}/edit${query}`} data-stay="">
                تعديل
              </a>
              <DeleteLink href={`${path}/${id}/delete${query}`} by="browser" />
            </>
          )}
        />
      )}
    </AccountsPage>
  );
}
