import { Form, useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { readPage, searchOf, shown } from "~/db/list.server";
import { defaultCurrency } from "~/features/settings/accounts/currencies/currencies.server";
import { availabilityLabels, statusTones } from "~/features/status";
import { screen } from "~/http/screen.server";
import { Card, Cards, Summary } from "~/ui/cards";
import { counted, days } from "~/ui/counted";
import { FilterBar, FilterSelect } from "~/ui/filter-bar";
import { formatMoney, type ShownCurrency } from "~/ui/money";
import { Badge, EmptyList, Page, useListSearch } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { DeleteLink, Table } from "~/ui/table";
import { packageLabels as labels, type Package, packageTypes, roomChoices } from "./package";
import { listPackages } from "./packages.server";

export const meta = () => [{ title: "الباقات المتكاملة" }];

export const loader = screen(["manage_services"], async ({ url: { searchParams } }) => {
  const [{ rows, ...page }, base] = await Promise.all([
    shown(() => readPage(listPackages(searchParams), searchParams)),
    defaultCurrency(db),
  ]);
  return {
    ...page,
    rows: rows.map((row) => toLine(row, base ?? row.currency)),
    search: searchOf(searchParams),
    type: searchParams.get("type") ?? "",
    status: searchParams.get("status") ?? "",
  };
});

const rooms = new Map(roomChoices);

/** What the cards and the table draw, and no more: it travels twice, as HTML and as data. */
function toLine(row: Package, base: ShownCurrency) {
  const { id, name, type, duration, currency, hotel, transportation, catering, profit_margin, status } = row;
  const room = `غرفة ${rooms.get(row.room_occupancy_basis)}`;
  return {
    id,
    name,
    type,
    duration: counted(duration, days),
    hotel: hotel && `${hotel.name} · ${room}`,
    transportation: transportation?.company_name,
    catering: catering?.name,
    services: row.other_services.map((service) => service.name),
    margin: profit_margin,
    description: row.description,
    cost: formatMoney(row.total_cost, base),
    price: formatMoney(row.total_price, currency),
    /** The price by today's figures, where it is another one than was saved; the cost where only that changed. */
    current: row.price_out_of_date
      ? row.current_price === row.total_price
        ? `التكلفة الآن ${formatMoney(row.current_cost, base)}`
        : `السعر الآن ${formatMoney(row.current_price, currency)}`
      : undefined,
    status,
  };
}

type Line = ReturnType<typeof toLine>;

const path = "/services/packages";

export default function Packages() {
  const { refusal, rows, total, page, perPage, search, type, status } = useLoaderData<typeof loader>();
  const query = useListSearch();
  const filtered = Boolean(search || type || status);
  return (
    <Page
      title="الباقات المتكاملة"
      lead="التكلفة والسعر للمعتمر أو الحاج الواحد"
      actions={
        <a className="button primary" href={`${path}/new${query}`} data-stay="" data-discover="true">
          إضافة باقة
        </a>
      }
    >
      <FilterBar search={search} searchLabel="بحث باسم الباقة">
        <FilterSelect
          name="type"
          label={labels.type}
          value={type}
          choices={packageTypes.map((known): [string, string] => [known, known])}
        />
        <FilterSelect name="status" label={labels.status} value={status} choices={availabilityLabels} />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyList
          refusal={refusal}
          total={total}
          filtered={filtered}
          noMatch="لا توجد باقات تطابق البحث"
          none="لا توجد باقات بعد"
          next="اجمع فندقًا ونقلًا وإعاشة وخدمات في باقة، فتحسب تكلفتها وسعرها، ثم أضفها إلى حملة."
        />
      ) : (
        <>
          <Cards item="الباقة">
            {rows.map((line) => (
              <PackageCard key={line.id} line={line} query={query} />
            ))}
          </Cards>
          <Summary>
            <Table
              compact
              caption="ملخص الباقات"
              rows={rows}
              columns={[
                {
                  label: "الباقة",
                  cell: ({ name, type, duration }) => (
                    <>
                      {name}
                      <small>
                        {type} · {duration}
                      </small>
                    </>
                  ),
                },
                { label: labels.total_cost, kind: "n", cell: ({ cost }) => cost },
                {
                  label: labels.total_price,
                  kind: "n",
                  cell: ({ price, current }) => (
                    <>
                      {price}
                      {current && <small>غير محدّث</small>}
                    </>
                  ),
                },
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

function PackageCard({ line, query }: { line: Line; query: string }) {
  const { id, name, type, duration, status, description, current } = line;
  return (
    <Card
      name={name}
      lead={`${type} · ${duration}`}
      badge={<Badge tone={statusTones[status]}>{availabilityLabels[status]}</Badge>}
      facts={[
        [labels.hotel_id, line.hotel],
        [labels.transportation_id, line.transportation],
        [labels.catering_id, line.catering],
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
    >
      {line.services.length > 0 && <p className="text-sm">{line.services.join(" · ")}</p>}
      <dl className="card-figures">
        <div>
          <dt>{labels.total_cost}</dt>
          <dd className="money">{line.cost}</dd>
        </div>
        <div>
          <dt>هامش الربح</dt>
          <dd dir="ltr">{line.margin}%</dd>
        </div>
        <div>
          <dt>{labels.total_price}</dt>
          <dd className="money">{line.price}</dd>
        </div>
      </dl>
      {current && (
        <Form
          className="notice info out-of-date"
          method="post"
          action={`${path}/${id}/recompute${query}`}
          preventScrollReset
        >
          <p>
            <strong>السعر غير محدّث</strong>
            <small className="block">{current}</small>
          </p>
          <button className="button" type="submit" aria-label={`إعادة حساب سعر «${name}»`}>
            إعادة الحساب
          </button>
        </Form>
      )}
    </Card>
  );
}
