import { Form, useLoaderData } from "@remix-run/react";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { countPhrase, days } from "~/domain/count-words";
import { formatMoney, type ShownCurrency } from "~/domain/money";
import { availabilityLabels } from "~/domain/status";
import { defaultCurrency } from "~/features/currencies/currencies.server";
import { nightCount } from "~/features/journey/nights";
import { listScreen } from "~/http/screen.server";
import { Author } from "~/ui/page/author";
import { Card } from "~/ui/page/cards";
import { FilterBar } from "~/ui/page/filter-bar";
import { DeleteLink, EditLink, NewLink } from "~/ui/page/links";
import { ListCards } from "~/ui/page/list-table";
import { Page, useListSearch } from "~/ui/page/page";
import { StatusBadge, statusColumn } from "~/ui/page/status-badge";
import { integratedPackage, roomInWords } from "./package";
import { type PackageWithHotels, packagesWithHotels } from "./packages.server";
import type { NamedStay } from "./stay";

const { labels, path, write } = integratedPackage;

export const meta = () => [{ title: "الباقات المتكاملة" }];

export const loader = listScreen([write], async ({ url: { searchParams } }) => {
  const { rows, ...page } = await screenPage(packagesWithHotels, searchParams);
  return { ...page, rows: drawRows(rows, cardOf), base: await defaultCurrency(db) };
});

/** What a card shows. */
const cardOf = (row: PackageWithHotels) => ({
  id: row.id,
  name: row.name,
  type: row.type,
  duration: row.duration,
  status: row.status,
  sleeps: row.sleeps,
  hotel: row.hotel?.name,
  room_occupancy_basis: row.room_occupancy_basis,
  transportation: row.transportation?.company_name,
  catering: row.catering?.name,
  other_services: row.other_services.map(({ name }) => name),
  description: row.description,
  profit_margin: row.profit_margin,
  total_cost: row.total_cost,
  total_price: row.total_price,
  currency: row.currency,
  price_out_of_date: row.price_out_of_date,
  current_cost: row.current_cost,
  current_price: row.current_price,
});

type CardRow = ReturnType<typeof cardOf>;

export default function Packages() {
  const { base, ...page } = useLoaderData<typeof loader>();
  return (
    <Page
      title="الباقات المتكاملة"
      lead="التكلفة والسعر للمعتمر أو الحاج الواحد"
      actions={<NewLink to={integratedPackage} />}
    >
      <FilterBar
        searchLabel="بحث باسم الباقة"
        of={integratedPackage}
        by={["type", ["status", availabilityLabels]]}
      />
      <ListCards
        of={integratedPackage}
        page={page}
        card={(row) => <PackageCard row={row} base={base ?? row.currency} />}
        columns={[
          {
            label: "الباقة",
            cell: ({ name, type, duration }) => (
              <>
                {name}
                <small>
                  {type} · {countPhrase(duration, days)}
                </small>
              </>
            ),
          },
          {
            label: labels.total_cost,
            kind: "n",
            cell: ({ total_cost, currency }) => formatMoney(total_cost, base ?? currency),
          },
          {
            label: labels.total_price,
            kind: "n",
            cell: ({ total_price, currency, price_out_of_date }) => (
              <>
                {formatMoney(total_price, currency)}
                {price_out_of_date && <small>غير محدّث</small>}
              </>
            ),
          },
          statusColumn(availabilityLabels),
        ]}
      >
        اجمع فندقًا ونقلًا وإعاشة وخدمات في باقة، فتحسب تكلفتها وسعرها، ثم أضفها إلى حملة.
      </ListCards>
    </Page>
  );
}

function PackageCard({ row, base }: { row: CardRow; base: ShownCurrency }) {
  const { id, name, status, sleeps, other_services } = row;
  const room = roomInWords(row.room_occupancy_basis);
  return (
    <Card
      name={name}
      lead={`${row.type} · ${countPhrase(row.duration, days)}`}
      badge={<StatusBadge status={status} labels={availabilityLabels} />}
      facts={[
        sleeps.length > 1
          ? [labels.stays, <Stays key="stays" of={sleeps} room={room} />]
          : [labels.hotel_id, row.hotel && `${row.hotel} · ${room}`],
        [labels.transportation_id, row.transportation],
        [labels.catering_id, row.catering],
      ]}
      description={row.description}
      actions={
        <>
          <EditLink to={integratedPackage} id={id} />
          <DeleteLink to={integratedPackage} id={id} by="browser" />
        </>
      }
    >
      {other_services.length > 0 && <p className="text-sm">{other_services.join(" · ")}</p>}
      <dl className="card-figures">
        <div>
          <dt>{labels.total_cost}</dt>
          <dd className="money">{formatMoney(row.total_cost, base)}</dd>
        </div>
        <div>
          <dt>هامش الربح</dt>
          <dd dir="ltr">{row.profit_margin}%</dd>
        </div>
        <div>
          <dt>{labels.total_price}</dt>
          <dd className="money">{formatMoney(row.total_price, row.currency)}</dd>
        </div>
      </dl>
      {row.price_out_of_date && <OutOfDate row={row} base={base} />}
    </Card>
  );
}

const Stays = ({ of, room }: { of: NamedStay[]; room: string }) => (
  <>
    {of.map(({ hotel, nights }, place) => (
      <span key={place} className="block">
        {hotel} · {countPhrase(nights, nightCount)}
      </span>
    ))}
    <span className="block text-muted">{room}</span>
  </>
);

/** The price by today's figures, where it is another one than was saved; the cost where only that changed. */
function OutOfDate({ row, base }: { row: CardRow; base: ShownCurrency }) {
  const { id, name, total_price, current_price, current_cost, currency } = row;
  return (
    <Form
      className="notice info out-of-date"
      method="post"
      action={`${path}/${id}/recompute${useListSearch()}`}
      preventScrollReset
    >
      <Author />
      <p>
        <strong>السعر غير محدّث</strong>
        <small className="block">
          {current_price === total_price
            ? `التكلفة الآن ${formatMoney(current_cost, base)}`
            : `السعر الآن ${formatMoney(current_price, currency)}`}
        </small>
      </p>
      <button className="button" type="submit" aria-label={`إعادة حساب سعر «${name}»`}>
        إعادة الحساب
      </button>
    </Form>
  );
}
