import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screenPageWith } from "~/db/list.server";
import { holdsAny } from "~/domain/permissions";
import { availabilityLabels } from "~/domain/status";
import { campaignStates } from "~/features/campaigns/campaign";
import { holdsAddress, waitingAddress } from "~/features/links/holds-address";
import { ProfitLink } from "~/features/links/profit-link";
import { ReadinessLink } from "~/features/links/readiness-link";
import { listScreen } from "~/http/screen.server";
import { Occupancy, occupancyColumn } from "~/ui/occupancy";
import { Card, CardFigures } from "~/ui/page/cards";
import { FilterBar, FilterPeriod } from "~/ui/page/filter-bar";
import { DeleteLink, EditLink, NewLink } from "~/ui/page/links";
import { ListCards } from "~/ui/page/list-table";
import { Money } from "~/ui/page/money";
import { count, Figures, Page } from "~/ui/page/page";
import { StateBadge, stateColumn } from "~/ui/page/status-badge";
import { type Campaign, campaign } from "./campaign";
import { campaignFigures, campaigns } from "./campaigns.server";
import type { FirstWaiting } from "./first-waiting";
import { firstWaiting } from "./first-waiting.server";
import { FirstWaitingText } from "./first-waiting-text";
import type { Standing } from "./standing";
import { standingContracts } from "./standing.server";
import { StandingContracts } from "./standing-contracts";

const { labels } = campaign;

export const meta = () => [{ title: "الحملات" }];

export const loader = listScreen([campaign.write], async ({ url: { searchParams }, user }) => {
  const page = await screenPageWith(campaigns.list, searchParams, (list) => campaignFigures(db, list));
  const ids = page.rows.map(({ id }) => id);
  const seesContracts = holdsAny(user, ["manage_contracts"]);
  const [standing, first] = await Promise.all([
    standingContracts(db, ids),
    seesContracts ? firstWaiting(db, { campaigns: ids }) : [],
  ]);
  return { ...page, standing, first, seesContracts };
});

export default function Campaigns() {
  const { figures, seesContracts, standing, first, ...page } = useLoaderData<typeof loader>();
  return (
    <Page title="الحملات" actions={<NewLink to={campaign} />}>
      {figures && (
        <Figures
          figures={[
            { label: "الحملات النشطة", value: count(figures.count) },
            { label: "مقاعد الحملات النشطة", value: count(figures.seats) },
            { label: "المحجوز منها", value: count(figures.booked) },
            ...(figures.held ? [{ label: "المحجوز مؤقتًا", value: count(figures.held) }] : []),
            { label: "المتاح منها", value: count(figures.available) },
          ]}
        />
      )}
      <FilterBar searchLabel="بحث باسم الحملة" of={campaign} by={["type", "status"]}>
        <FilterPeriod />
      </FilterBar>
      <ListCards
        of={campaign}
        page={page}
        card={(row) => (
          <CampaignCard
            row={row}
            standing={standing[row.id]}
            first={first.find(({ campaign_id }) => campaign_id === row.id)}
            seesContracts={seesContracts}
          />
        )}
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
            cell: ({ booked_seats, held_seats, total_seats }) => (
              <>
                {count(booked_seats)} من {count(total_seats)}
                {held_seats > 0 && <small>ومؤقتًا {count(held_seats)}</small>}
              </>
            ),
          },
          { label: "المتاح", kind: "n", cell: ({ available_seats }) => count(available_seats) },
          occupancyColumn("booked_seats", "total_seats"),
          stateColumn(labels.status, campaignStates),
        ]}
      >
        أضف حملة بمقاعدها وباقاتها، ثم وقّع العقود عليها.
      </ListCards>
    </Page>
  );
}

const StatusBadge = ({ status }: Pick<Campaign, "status">) => (
  <StateBadge of={campaignStates} state={status} />
);

function CampaignCard({
  row,
  standing,
  first,
  seesContracts,
}: {
  row: Campaign;
  standing?: Standing;
  first?: FirstWaiting;
  seesContracts: boolean;
}) {
  const { id, type, start_date, end_date, total_seats, booked_seats, held_seats, available_seats } = row;
  return (
    <Card
      name={row.name}
      lead={
        <>
          {type} · من <bdi dir="ltr">{start_date}</bdi> إلى <bdi dir="ltr">{end_date}</bdi>
        </>
      }
      badge={<StatusBadge status={row.status} />}
      description={row.description}
      actions={
        <>
          <EditLink to={campaign} id={id} />
          {seesContracts && (
            <>
              <a href={`/contracts?campaign_id=${id}`}>العقود</a>
              <a href={holdsAddress(id)}>الحجوزات</a>
              <a href={waitingAddress(id)}>الانتظار</a>
            </>
          )}
          <ReadinessLink of="campaign" id={id} />
          <ProfitLink of={id} />
          <DeleteLink to={campaign} id={id} by="browser" />
        </>
      }
    >
      <StandingContracts id={id} standing={standing} />
      {first && (
        <p className="notice info" role="note">
          <FirstWaitingText of={first} />
        </p>
      )}
      <Packages packages={row.packages} />
      <CardFigures
        figures={[
          [labels.total_seats, count(total_seats)],
          ["المحجوزة", count(booked_seats)],
          ...(held_seats ? [["المحجوزة مؤقتًا", count(held_seats)] as [string, React.ReactNode]] : []),
          ["المتاحة", count(available_seats)],
        ]}
      />
      <Occupancy of={row.name} takenSeats={booked_seats} heldSeats={held_seats} seats={total_seats} />
    </Card>
  );
}

function Packages({ packages }: Pick<Campaign, "packages">) {
  if (!packages.length) return <p className="text-sm text-muted">لا باقات مرفقة: عدّل الحملة لإرفاقها.</p>;
  return (
    <dl className="priced">
      {packages.map(({ id, name, total_price, currency, status }) => (
        <div key={id}>
          <dt>
            {name} {status === "inactive" && <small>({availabilityLabels.inactive})</small>}
          </dt>
          <dd>
            <Money amount={total_price} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
