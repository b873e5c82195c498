import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { readPage, searchOf, shown } from "~/db/list.server";
import { availabilityLabels, statusTones } from "~/features/status";
import { screen } from "~/http/screen.server";
import { Card, Cards, Summary } from "~/ui/cards";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { formatMoney } from "~/ui/money";
import { Badge, EmptyList, Page, useListSearch } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { DeleteLink, Table } from "~/ui/table";
import { lookupChoices } from "../lookups/lookups.server";
import { ServiceIcon } from "./icons";
import { otherServiceLabels as labels, type OtherService } from "./other-service";
import { listOtherServices } from "./other-services.server";

export const meta = () => [{ title: "الخدمات الأخرى" }];

export const loader = screen(["manage_services"], async ({ url: { searchParams } }) => {
  const [{ rows, ...page }, categories] = await Promise.all([
    shown(() => readPage(listOtherServices(searchParams), searchParams)),
    lookupChoices(db, "service-categories"),
  ]);
  return {
    ...page,
    rows: rows.map(toLine),
    categories,
    search: searchOf(searchParams),
    category: searchParams.get("category_id") ?? "",
    status: searchParams.get("status") ?? "",
  };
});

/** What the cards and their summary draw, and no more: it travels twice, as HTML and as data. */
function toLine({ id, name, category, price, currency, description, icon, status }: OtherService) {
  return {
    id,
    name,
    category: category.name,
    price: formatMoney(price, currency),
    description,
    icon,
    status,
  };
}

const path = "/services/other";

export default function OtherServices() {
  const { refusal, rows, total, page, perPage, categories, search, category, status } =
    useLoaderData<typeof loader>();
  const query = useListSearch();
  const filtered = Boolean(search || category || status);
  return (
    <Page
      title="الخدمات الأخرى"
      lead="السعر للفرد الواحد"
      actions={
        <a className="button primary" href={`${path}/new${query}`} data-stay="" data-discover="true">
          إضافة خدمة
        </a>
      }
    >
      <FilterBar search={search} searchLabel="بحث بالاسم أو الوصف">
        <FilterSelect name="category_id" label={labels.category_id} value={category} choices={categories} />
        <FilterSelect name="status" label={labels.status} value={status} choices={availabilityLabels} />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyList
          refusal={refusal}
          total={total}
          filtered={filtered}
          noMatch="لا توجد خدمات تطابق البحث"
          none="لا توجد خدمات بعد"
          next="أضف ما تقدمه مع الباقات، كالتأشيرات والتذاكر والمزارات."
        />
      ) : (
        <>
          <Cards item="الخدمة">
            {rows.map(({ id, name, category, price, description, icon, status }) => (
              <Card
                key={id}
                name={name}
                lead={category}
                icon={<ServiceIcon name={icon} />}
                badge={<Badge tone={statusTones[status]}>{availabilityLabels[status]}</Badge>}
                facts={[[labels.price, price]]}
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
              caption="ملخص الخدمات"
              compact
              rows={rows}
              columns={[
                {
                  label: "الخدمة",
                  cell: ({ name, category }) => (
                    <>
                      {name}
                      <small>{category}</small>
                    </>
                  ),
                },
                { label: labels.price, kind: "n", cell: ({ price }) => price },
                {
                  label: labels.status,
                  cell: ({ status }) => (
                    <Badge tone={statusTones[status]}>{availabilityLabels[status]}</Badge>
                  ),
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
