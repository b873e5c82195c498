import { useLoaderData } from "@remix-run/react";
import { screenPage } from "~/db/list.server";
import { nouns } from "~/domain/nouns";
import { editWithStatement } from "~/features/links/statement-link";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar } from "~/ui/page/filter-bar";
import { ImportAndNew } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Page } from "~/ui/page/page";
import { type Column, NameCell } from "~/ui/page/table";
import { type Supplier, supplier } from "./supplier";
import { suppliers } from "./suppliers.server";

const { labels } = supplier;

const title = nouns.suppliers.many;

export const meta = () => [{ title }];

export const loader = listScreen([supplier.write], ({ url }) => screenPage(suppliers.list, url.searchParams));

const columns: Column<Supplier>[] = [
  {
    label: labels.name,
    cell: ({ name, contact_person }) => <NameCell also={contact_person}>{name}</NameCell>,
  },
  fieldColumn(supplier, "phone"),
  fieldColumn(supplier, "email", { later: true }),
  fieldColumn(supplier, "service_type"),
  fieldColumn(supplier, "is_active"),
];

export default function Suppliers() {
  const page = useLoaderData<typeof loader>();
  return (
    <Page title={title} actions={<ImportAndNew of={supplier} />}>
      <FilterBar
        searchLabel="بحث بالاسم أو الهاتف أو البريد أو المسؤول"
        of={supplier}
        by={["service_type", "is_active"]}
      />
      <ListTable
        of={supplier}
        page={page}
        columns={columns}
        actions={editWithStatement(supplier, "suppliers")}
      >
        أضف من تشتري منهم الوكالة: فنادق ونقل وإعاشة وغيرها.
      </ListTable>
    </Page>
  );
}
