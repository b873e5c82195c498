import { useLoaderData } from "@remix-run/react";
import { holdsAny } from "~/auth/permissions";
import { db } from "~/db/knex.server";
import { type Period, periodOf, readPage, searchOf, shown } from "~/db/list.server";
import { packageTypes } from "~/features/services/packages/package";
import { availabilityLabels } from "~/features/status";
import { screen } from "~/http/screen.server";
import { Card, Cards, Summary } from "~/ui/cards";
import { FilterBar, FilterPeriod, FilterSelect } from "~/ui/filter-bar";
import { formatMoney } from "~/ui/money";
import { Occupancy, occupancyPercent } from "~/ui/occupancy";
import { Badge, EmptyList, Figures, Page, useListSearch } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { DeleteLink, Table } from "~/ui/table";
import {
  type Campaign,
  campaignStatusLabels,
  campaignStatusTones,
  campaignLabels as labels,
} from "./campaign";
import { campaignFigures, listCampaigns } from "./campaigns.server";

export const meta = () => [{ title: "الحملات" }];

export const loader = screen(["manage_campaigns"], async ({ url: { searchParams }, user }) => {
  const [{ rows, ...page }, figures] = await Promise.all([
    shown(() => readPage(listCampaigns(searchParams), searchParams)),
    campaignFigures(db),
  ]);
  const { from, to }: Period = page.refusal ? Object.fromEntries(searchParams) : periodOf(searchParams);
  return {
    ...page,
    rows: rows.map(toLine),
    figures,
    seesContracts: holdsAny(user, ["manage_contracts"]),
    search: searchOf(searchParams),
    type: searchParams.get("type") ?? "",
    status: searchParams.get("status") ?? "",
    from,
    to,
  };
});

/** What the cards and the table draw, and no more: it travels twice, as HTML and as data. */
function toLine({ packages, created_at: _, updated_at: __, ...campaign }: Campaign) {
  return {
    ...campaign,
    packages: packages.map(({ id, name, total_price, currency, status }) => ({
      id,
      name,
      price: formatMoney(total_price, currency),
      isActive: status === "active",
    })),
  };
}

type Line = ReturnType<typeof toLine>;

const path = "/campaigns";
const count = (value: number) => <bdi>{value.toLocaleString("en-US")}</bdi>;

export default function Campaigns() {
  const { refusal, rows, total, page, perPage, figures, seesContracts, search, type, status, from, to } =
    useLoaderData<typeof loader>();
  const query = useListSearch();
  const filtered = Boolean(search || type || status || from || to);
  return (
    <Page
      title="الحملات"
      actions={
        <a className="button primary" href={`${path}/new${query}`} data-stay="" data-discover="true">
          إضافة حملة
        </a>
      }
    >
      <Figures
        figures={[
          { label: "الحملات النشطة", value: count(figures.count) },
          { label: "مقاعد الحملات النشطة", value: count(figures.seats) },
          { label: "المحجوز منها", value: count(figures.booked) },
          { label: "المتاح منها", value: count(figures.available) },
        ]}
      />
      <FilterBar search={search} searchLabel="بحث باسم الحملة">
        <FilterSelect
          name="type"
          label={labels.type}
          value={type}
          choices={packageTypes.map((known): [string, string] => [known, known])}
        />
        <FilterSelect name="status" label={labels.status} value={status} choices={campaignStatusLabels} />
        <FilterPeriod from={from} to={to} />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyList
          refusal={refusal}
          total={total}
          filtered={filtered}
          noMatch="لا توجد حملات تطابق البحث"
          none="لا توجد حملات بعد"
          next="أضف حملة بمقاعدها وباقاتها، ثم وقّع العقود عليها."
        />
      ) : (
        <>
          <Cards item="الحملة">
            {rows.map((line) => (
              <CampaignCard key={line.id} line={line} query={query} seesContracts={seesContracts} />
            ))}
          </Cards>
          <Summary>
            <Table
              compact
              caption="ملخص الحملات"
              rows={rows}
              columns={[
                {
                  label: "الحملة",
                  cell: ({ name, type, start_date }) => (
                    <>
                      {name}
                      <small>
                        {type} · <bdi dir="ltr">{start_date}</bdi>
                      </small>
                    </>
                  ),
                },
                {
                  label: "المحجوز",
                  kind: "n",
                  cell: ({ booked_seats, total_seats }) => (
                    <>
                      {count(booked_seats)} من {count(total_seats)}
                    </>
                  ),
                },
                { label: "المتاح", kind: "n", cell: ({ available_seats }) => count(available_seats) },
                {
                  label: "الإشغال",
                  kind: "n",
                  cell: ({ booked_seats, total_seats }) => (
                    <bdi dir="ltr">{`${occupancyPercent(booked_seats, total_seats)}%`}</bdi>
                  ),
                },
                { label: labels.status, cell: ({ status }) => <StatusBadge status={status} /> },
              ]}
            />
          </Summary>
        </>
      )}
      <Pagination page={page} perPage={perPage} total={total} />
    </Page>
  );
}

const StatusBadge = ({ status }: Pick<Line, "status">) => (
  <Badge tone={campaignStatusTones[status]}>{campaignStatusLabels[status]}</Badge>
);

function CampaignCard({ line, query, seesContracts }: { line: Line; query: string; seesContracts: boolean }) {
  const { id, type, start_date, end_date, total_seats, booked_seats, available_seats } = line;
  return (
    <Card
      name={line.name}
      lead={
        <>
          {type} · من <bdi dir="ltr">{start_date}</bdi> إلى <bdi dir="ltr">{end_date}</bdi>
        </>
      }
      badge={<StatusBadge status={line.status} />}
      description={line.description}
      actions={
        <>
          <a href={`${path}/${id}/edit${query}`} data-stay="">
            تعديل
          </a>
          {seesContracts && <a href={`/contracts?campaign_id=${id}`}>العقود</a>}
          <DeleteLink href={`${path}/${id}/delete${query}`} by="browser" />
        </>
      }
    >
      <Packages packages={line.packages} />
      <dl className="card-figures">
        <div>
          <dt>{labels.total_seats}</dt>
          <dd>{count(total_seats)}</dd>
        </div>
        <div>
          <dt>المحجوزة</dt>
          <dd>{count(booked_seats)}</dd>
        </div>
        <div>
          <dt>المتاحة</dt>
          <dd>{count(available_seats)}</dd>
        </div>
      </dl>
      <Occupancy taken={booked_seats} seats={total_seats} />
    </Card>
  );
}

function Packages({ packages }: Pick<Line, "packages">) {
  if (!packages.length) return <p className="text-sm text-muted">لا باقات مرفقة: عدّل الحملة لإرفاقها.</p>;
  return (
    <dl className="priced">
      {packages.map(({ id, name, price, isActive }) => (
        <div key={id}>
          <dt>
            {name} {!isActive && <small>({availabilityLabels.inactive})</small>}
          </dt>
          <dd>
            <span className="money">{price}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
