import { useLoaderData } from "@remix-run/react";
import { holdsAny } from "~/auth/permissions";
import { db } from "~/db/knex.server";
import { periodOf, readPage, searchOf } from "~/db/list.server";
import { packageTypes } from "~/features/services/packages/package";
import { availabilityLabels } from "~/features/status";
import { screen } from "~/http/screen.server";
import { Card, Cards, Summary } from "~/ui/cards";
import { FilterBar, FilterPeriod, FilterSelect } from "~/ui/filter-bar";
import { formatMoney } from "~/ui/money";
import { Occupancy, occupancyPercent } from "~/ui/occupancy";
import { Badge, Empty, Figures, Page, useListSearch } from "~/ui/page";
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
    readPage(listCampaigns(searchParams), searchParams),
    campaignFigures(db),
  ]);
  return {
    ...page,
    rows: rows.map(toLine),
    figures,
    seesContracts: holdsAny(user, ["manage_contracts"]),
    search: searchOf(searchParams),
    type: searchParams.get("type") ?? "",
    status: searchParams.get("status") ?? "",
    ...periodOf(searchParams),
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
  const { rows, total, page, perPage, figures, seesContracts, search, type, status, from, to } =
    useLoaderData<typeof loader>();
  const query = useListSearch();
  const filtered = Boolean(search || type || status || from || to);
  const badge = (status: Line["status"]) => (
    <Badge tone={campaignStatusTones[status]}>{campaignStatusLabels[status]}</Badge>
  );
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
        <Empty
          title={
            total > 0
              ? "لا سجلات في هذه الصفحة"
              : filtered
                ? "لا توجد حملات تطابق البحث"
                : "لا توجد حملات بعد"
          }
        >
          <p>
            {filtered
              ? "جرب كلمة أقصر أو مدة أوسع أو اعرض الكل."
              : "أضف حملة بمقاعدها وباقاتها، ثم وقّع العقود عليها."}
          </p>
        </Empty>
      ) : (
        <>
          <Cards item="الحملة">
            {rows.map((campaign) => (
              <Card
                key={campaign.id}
                name={campaign.name}
                lead={
                  <>
                    {campaign.type} · من <bdi dir="ltr">{campaign.start_date}</bdi> إلى{" "}
                    <bdi dir="ltr">{campaign.end_date}</bdi>
                  </>
                }
                badge={badge(campaign.status)}
                facts={[
                  [labels.total_seats, count(campaign.total_seats)],
                  ["المحجوزة", count(campaign.booked_seats)],
                  ["المتاحة", count(campaign.available_seats)],
                ]}
                actions={
                  <>
                    <a href={`${path}/${campaign.id}/edit${query}`} data-stay="">
                      تعديل
                    </a>
                    {seesContracts && <a href={`/contracts?campaign_id=${campaign.id}`}>العقود</a>}
                    <DeleteLink href={`${path}/${campaign.id}/delete${query}`} by="browser" />
                  </>
                }
              >
                <Occupancy taken={campaign.booked_seats} seats={campaign.total_seats} />
                <Packages packages={campaign.packages} />
                {campaign.description && (
                  <p className="whitespace-pre-line text-sm">{campaign.description}</p>
                )}
              </Card>
            ))}
          </Cards>
          <Summary>
            <Table
              compact
              caption="ملخص الحملات"
              rows={rows}
              columns={[
                { label: "الحملة", cell: ({ name }) => name },
                { label: "المقاعد", kind: "n", cell: ({ total_seats }) => count(total_seats) },
                { label: "المحجوزة", kind: "n", cell: ({ booked_seats }) => count(booked_seats) },
                { label: "المتاحة", kind: "n", cell: ({ available_seats }) => count(available_seats) },
                {
                  label: "الإشغال",
                  kind: "n",
                  cell: ({ booked_seats, total_seats }) => (
                    <bdi dir="ltr">{`${occupancyPercent(booked_seats, total_seats)}%`}</bdi>
                  ),
                },
                { label: labels.status, cell: ({ status }) => badge(status) },
              ]}
            />
          </Summary>
        </>
      )}
      <Pagination page={page} perPage={perPage} total={total} />
    </Page>
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
