import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { readPage, searchOf, shown } from "~/db/list.server";
import { activityLabels, statusTones } from "~/features/status";
import { screen } from "~/http/screen.server";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { formatMoney } from "~/ui/money";
import { Badge, EmptyList, Page, useListSearch } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { DeleteLink, Table } from "~/ui/table";
import { lookupChoices } from "../lookups/lookups.server";
import { transportationLabels as labels, type Transportation } from "./transportation";
import { listTransportations } from "./transportations.server";

export const meta = () => [{ title: "النقل" }];

export const loader = screen(["manage_services"], async ({ url: { searchParams } }) => {
  const [{ rows, ...page }, busTypes] = await Promise.all([
    shown(() => readPage(listTransportations(searchParams), searchParams)),
    lookupChoices(db, "bus-types"),
  ]);
  return {
    ...page,
    rows: rows.map(toLine),
    busTypes,
    search: searchOf(searchParams),
    busType: searchParams.get("bus_type_id") ?? "",
    status: searchParams.get("status") ?? "",
  };
});

/** What the table draws, and no more: it travels twice, as HTML and as data. */
function toLine({
  id,
  company_name,
  bus_type,
  capacity,
  price_per_person,
  currency,
  route,
  features,
  status,
}: Transportation) {
  const price = formatMoney(price_per_person, currency);
  return { id, company_name, busType: bus_type.name, capacity, price, route, features, status };
}

const path = "/services/transportation";

export default function Transportations() {
  const { refusal, rows, total, page, perPage, busTypes, search, busType, status } =
    useLoaderData<typeof loader>();
  const query = useListSearch();
  const filtered = Boolean(search || busType || status);
  return (
    <Page
      title="النقل"
      lead="سعر الفرد لخط السير كاملًا"
      actions={
        <a className="button primary" href={`${path}/new${query}`} data-stay="" data-discover="true">
          إضافة وسيلة نقل
        </a>
      }
    >
      <FilterBar search={search} searchLabel="بحث بالشركة أو خط السير">
        <FilterSelect name="bus_type_id" label={labels.bus_type_id} value={busType} choices={busTypes} />
        <FilterSelect name="status" label={labels.status} value={status} choices={activityLabels} />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyList
          refusal={refusal}
          total={total}
          filtered={filtered}
          noMatch="لا توجد وسائل نقل تطابق البحث"
          none="لا توجد وسائل نقل بعد"
          next="أضف شركات النقل بحافلاتها وأسعارها لتبني منها الباقات."
        />
      ) : (
        <Table
          caption="وسائل النقل"
          item="وسيلة النقل"
          rows={rows}
          columns={[
            {
              label: labels.company_name,
              cell: ({ company_name, busType }) => (
                <span>
                  {company_name}
                  <small>{busType}</small>
                </span>
              ),
            },
            {
              label: labels.route,
              cell: ({ route, features }) => (
                <span>
                  {route ?? "—"}
                  {features && <small className="line-clamp-2">{features}</small>}
                </span>
              ),
            },
            { label: labels.capacity, kind: "n", cell: ({ capacity }) => capacity.toLocaleString("en-US") },
            { label: labels.price_per_person, kind: "n", cell: ({ price }) => price },
            {
              label: labels.status,
              cell: ({ status }) => <Badge tone={statusTones[status]}>{activityLabels[status]}</Badge>,
            },
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
      <Pagination page={page} perPage={perPage} total={total} />
    </Page>
  );
}
