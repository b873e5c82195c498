import { useLoaderData } from "@remix-run/react";
import { screenPage } from "~/db/list.server";
import { AccountsPage } from "~/features/links/accounts-page";
import { screen } from "~/http/screen.server";
import { DeleteLink, EditLink } from "~/ui/links";
import { List } from "~/ui/page";
import { Table } from "~/ui/table";
import { categories } from "./categories.server";
import { category } from "./category";

const { labels } = category;

export const meta = () => [{ title: "فئات المصروفات · الحسابات المالية" }];

export const loader = screen([category.write], ({ url: { searchParams } }) =>
  screenPage(categories.list, searchParams),
);

export default function ExpenseCategories() {
  const page = useLoaderData<typeof loader>();
  return (
    <AccountsPage of={category}>
      <List of={category} page={page} next="أضف فئات مثل الرواتب والإيجار لتصنف بها المصروفات.">
        <Table
          of={category}
          caption="فئات المصروفات"
          rows={page.rows}
          columns={[
            { label: labels.name, cell: ({ name }) => name },
            { label: labels.description, cell: ({ description }) => description ?? "—" },
          ]}
          actions={({ id }) => (
            <>
              <EditLink to={category} id={id} />
              <DeleteLink to={category} id={id} by="browser" />
            </>
          )}
        />
      </List>
    </AccountsPage>
  );
}
