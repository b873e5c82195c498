import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { DeleteLink, EditLink, NewLink } from "~/ui/links";
import { formatMoney } from "~/ui/money";
import { List, Page } from "~/ui/page";
import { activityLabels } from "~/ui/status";
import { StatusBadge } from "~/ui/status-badge";
import { Table } from "~/ui/table";
import { lookupChoices } from "../lookups/lookups.server";
import { transportation } from "./transportation";
import { transportations } from "./transportations.server";

const { labels } = transportation;

export const meta = () => [{ title: "النقل" }];

export const loader = screen([transportation.write], async ({ url: { searchParams } }) => ({
  ...(await screenPage(transportations.list, searchParams)),
  busTypes: await lookupChoices(db, "bus-types"),
}));

export default function Transportations() {
  const { busTypes, ...page } = useLoaderData<typeof loader>();
  return (
    <Page title="النقل" lead="سعر الفرد لخط السير كاملًا" actions={<NewLink to={transportation} />}>
      <FilterBar searchLabel="بحث بالشركة أو خط السير">
        <FilterSelect name="bus_type_id" label={labels.bus_type_id} choices={busTypes} />
        <FilterSelect name="status" label={labels.status} choices={activityLabels} />
      </FilterBar>
      <List of={transportation} page={page} next="أضف شركات النقل بحافلاتها وأسعارها لتبني منها الباقات.">
        <Table
          of={transportation}
          rows={page.rows}
          columns={[
            {
              label: labels.company_name,
              cell: ({ company_name, bus_type }) => (
                <span>
                  {company_name}
                  <small>{bus_type.name}</small>
                </span>
              ),
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
            {
              label: labels.status,
              cell: ({ status }) => <StatusBadge status={status} />,
            },
          ]}
          actions={({ id }) => (
            <>
              <EditLink to={transportation} id={id} />
              <DeleteLink to={transportation} id={id} by="browser" />
            </>
          )}
        />
      </List>
    </Page>
  );
}
