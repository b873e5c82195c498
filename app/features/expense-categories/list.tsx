import { useLoaderData } from "@remix-run/react";
import { screenPage } from "~/db/list.server";
import { AccountsPage } from "~/features/links/accounts-page";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { editAndDelete } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { categories } from "./categories.server";
import { category } from "./category";

export const meta = () => [{ title: "فئات المصروفات · الحسابات المالية" }];

export const loader = listScreen([category.write], ({ url: { searchParams } }) =>
  screenPage(categories.list, searchParams),
);

const columns = [fieldColumn(category, "name"), fieldColumn(category, "description")];

export default function ExpenseCategories() {
  const page = useLoaderData<typeof loader>();
  return (
    <AccountsPage of={category}>
      <ListTable of={category} page={page} columns={columns} actions={editAndDelete(category)}>
        أضف فئات مثل الرواتب والإيجار لتصنف بها المصروفات.
      </ListTable>
    </AccountsPage>
  );
}
