import { useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/domain/money";
import { FilterBar } from "~/ui/page/filter-bar";
import { editAndDelete, NewLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Page } from "~/ui/page/page";
import { statusColumn } from "~/ui/page/status-badge";
import { type Column, NameCell } from "~/ui/page/table";
import { serviceList } from "../service-list.server";
import { type Transportation, transportation } from "./transportation";
import { transportations } from "./transportations.server";

const { labels } = transportation;

export const meta = () => [{ title: "النقل" }];

export const loader = serviceList(transportation, transportations, "bus-types");

const columns: Column<Transportation>[] = [
  {
    label: labels.company_name,
    cell: ({ company_name, bus_type }) => <NameCell also={bus_type.name}>{company_name}</NameCell>,
  },
  {
    label: labels.route,
    later: true,
    cell: ({ route, features }) => (
      <span>
        <span className="line-clamp-1">{route ?? "—"}</span>
        {features && <small className="line-clamp-1">{features}</small>}
      </span>
    ),
  },
  { label: labels.capacity, kind: "n", cell: ({ capacity }) => capacity.toLocaleString("en-US") },
  {
    label: labels.price_per_person,
    kind: "n",
    cell: ({ price_per_person, currency }) => formatMoney(price_per_person, currency),
  },
  statusColumn(),
];

export default function Transportations() {
  const { offers, ...page } = useLoaderData<typeof loader>();
  return (
    <Page title="النقل" lead="سعر الفرد لخط السير كاملًا" actions={<NewLink to={transportation} />}>
      <FilterBar
        searchLabel="بحث بالشركة أو خط السير"
        of={transportation}
        by={[["bus_type_id", offers.bus_type_id], "status"]}
      />
      <ListTable of={transportation} page={page} columns={columns} actions={editAndDelete(transportation)}>
        أضف شركات النقل بحافلاتها وأسعارها لتبني منها الباقات.
      </ListTable>
    </Page>
  );
}
