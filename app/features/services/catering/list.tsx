import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { readPage, searchOf, shown } from "~/db/list.server";
import { activityLabels, statusTones } from "~/features/status";
import { screen } from "~/http/screen.server";
import { Card, Cards, Summary } from "~/ui/cards";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { formatMoney } from "~/ui/money";
import { Badge, EmptyList, Page, useListSearch } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { DeleteLink, Table } from "~/ui/table";
import { lookupChoices } from "../lookups/lookups.server";
import { type Catering, cateringLabels as labels, mealsInWords } from "./catering";
import { listCaterings } from "./caterings.server";

export const meta = () => [{ title: "الإعاشة" }];

export const loader = screen(["manage_services"], async ({ url: { searchParams } }) => {
  const [{ rows, ...page }, types] = await Promise.all([
    shown(() => readPage(listCaterings(searchParams), searchParams)),
    lookupChoices(db, "catering-types"),
  ]);
  return {
    ...page,
    rows: rows.map(toLine),
    types,
    search: searchOf(searchParams),
    type: searchParams.get("catering_type_id") ?? "",
    status: searchParams.get("status") ?? "",
  };
});

/** What the cards and their summary draw, and no more: it travels twice, as HTML and as data. */
function toLine({ id, name, catering_type, meals_per_day, description, status, ...catering }: Catering) {
  const price = formatMoney(catering.price_per_day, catering.currency);
  return {
    id,
    name,
    type: catering_type.name,
    price,
    meals: mealsInWords(meals_per_day),
    description,
    status,
  };
}

const path = "/services/catering";

export default function Caterings() {
  const { refusal, rows, total, page, perPage, types, search, type, status } = useLoaderData<typeof loader>();
  const query = useListSearch();
  const filtered = Boolean(search || type || status);
  return (
    <Page
      title="الإعاشة"
      lead="السعر اليومي للفرد الواحد"
      actions={
        <a className="button primary" href={`${path}/new${query}`} data-stay="" data-discover="true">
          إضافة خدمة إعاشة
        </a>
      }
    >
      <FilterBar search={search} searchLabel="بحث بالاسم أو الوصف">
        <FilterSelect name="catering_type_id" label={labels.catering_type_id} value={type} choices={types} />
        <FilterSelect name="status" label={labels.status} value={status} choices={activityLabels} />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyList
          refusal={refusal}
          total={total}
          filtered={filtered}
          noMatch="لا توجد خدمات إعاشة تطابق البحث"
          none="لا توجد خدمات إعاشة بعد"
          next="أضف خدمات الإعاشة بأسعارها اليومية لتبني منها الباقات."
        />
      ) : (
        <>
          <Cards item="خدمة الإعاشة">
            {rows.map(({ id, name, type, price, meals, description, status }) => (
              <Card
                key={id}
                name={name}
                lead={type}
                badge={<Badge tone={statusTones[status]}>{activityLabels[status]}</Badge>}
                facts={[
                  [labels.price_per_day, price],
                  ["الوجبات", meals],
                ]}
                description={description}
                actions={
                  <>
                    <a href={`${path}/${id}/edit${query}`} data-stay="">
                      تعديل
                    </a>
                    <DeleteLink href={`${path}/${id}/delete${query}`} by="browser" />
                  </>
                }
              />
            ))}
          </Cards>
          <Summary>
            <Table
              caption="ملخص خدمات الإعاشة"
              compact
              rows={rows}
              columns={[
                {
                  label: "الخدمة",
                  cell: ({ name, type }) => (
                    <>
                      {name}
                      <small>{type}</small>
                    </>
                  ),
                },
                { label: "الوجبات", cell: ({ meals }) => meals },
                { label: labels.price_per_day, kind: "n", cell: ({ price }) => price },
                {
                  label: labels.status,
                  cell: ({ status }) => <Badge tone={statusTones[status]}>{activityLabels[status]}</Badge>,
                },
              ]}
            />
          </Summary>
        </>
      )}
      <Pagination page={page} perPage={perPage} total={total} />
    </Page>
  );
}
