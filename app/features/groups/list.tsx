import { useLoaderData } from "@remix-run/react";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { screenPageWith } from "~/db/list.server";
import { countPhrase, seatCount } from "~/domain/count-words";
import { type Day, dayOrNone } from "~/domain/hijri";
import { nouns } from "~/domain/nouns";
import { campaignFilter } from "~/features/campaigns/campaigns.server";
import { ReadinessLink } from "~/features/links/readiness-link";
import { listScreen } from "~/http/screen.server";
import { Occupancy, occupancyColumn } from "~/ui/occupancy";
import { Card, CardFigures } from "~/ui/page/cards";
import { DayCell, DayText } from "~/ui/page/day";
import { FilterBar, FilterFields, FilterHijri, FilterOffer } from "~/ui/page/filter-bar";
import { DeleteLink, EditLink, NewLink } from "~/ui/page/links";
import { ListCards } from "~/ui/page/list-table";
import { Badge, count, Figures, Page } from "~/ui/page/page";
import { type Group, group, isOverBus, membersText, placesText, takenSeatsOf } from "./group";
import { GroupBadge } from "./group-badge";
import { groupStats, groups } from "./groups.server";
import { GroupLists } from "./lists-menu";
import { membersOf } from "./member";

const { labels } = group;

const title = nouns.groups.many;

export const meta = () => [{ title }];

export const loader = listScreen([group.write], async ({ url: { searchParams } }) => {
  const [page, offers] = await Promise.all([
    screenPageWith(groups.list, searchParams, (list) => groupStats(db, list)),
    campaignFilter(searchParams),
  ]);
  const rows = drawRows(page.rows, (row) => ({
    ...row,
    departure: dayOrNone(row.departureDate),
    takenSeats: takenSeatsOf(row),
  }));
  return { ...page, rows, offers };
});

export default function Groups() {
  const { figures, offers, ...page } = useLoaderData<typeof loader>();
  return (
    <Page title={title} actions={<NewLink to={group} />}>
      {figures && (
        <Figures
          figures={[
            { label: "عدد المجموعات", value: count(figures.totalGroups) },
            { label: "السعة الكلية", value: count(figures.totalCapacity) },
            { label: "الأعضاء", value: count(figures.totalMembers) },
            { label: "المقاعد الشاغرة", value: count(figures.availableSeats) },
          ]}
        />
      )}
      <FilterBar searchLabel="بحث باسم المجموعة">
        <FilterOffer name="campaign_id" label="الحملة" offer={offers.campaign_id} />
        <FilterFields of={group} by={["status"]} />
        <FilterHijri />
      </FilterBar>
      <ListCards
        of={group}
        page={page}
        card={(row) => <GroupCard row={row} />}
        columns={[
          {
            label: nouns.groups.one,
            cell: ({ name, campaign }) => (
              <>
                {name}
                <small>{campaign}</small>
              </>
            ),
          },
          { label: "الأعضاء", kind: "n", cell: placesText },
          occupancyColumn("takenSeats", "capacity"),
          {
            label: labels.departureDate,
            cell: ({ departure }) => (departure ? <DayCell {...departure} /> : "—"),
          },
          { label: labels.status, cell: ({ status }) => <GroupBadge status={status} /> },
        ]}
      >
        أضف مجموعة لحملة بسعتها وحافلتها، ثم أضف إليها المعتمرين والحجاج.
      </ListCards>
    </Page>
  );
}

function GroupCard({ row }: { row: Group & { departure: Day | null; takenSeats: number } }) {
  const { id, capacity, takenSeats, supervisor, supervisorName, supervisorPhone, departure } = row;
  return (
    <Card
      name={row.name}
      lead={row.campaign}
      badge={<GroupBadge status={row.status} />}
      facts={[
        [labels.departureDate, departure && <DayText {...departure} />],
        [labels.transportation_id, row.busNumber && <Bus {...row} />],
        [labels.supervisor_id, supervisor && <bdi>{supervisorName ?? supervisor}</bdi>],
        [labels.supervisorPhone, supervisorPhone && <bdi dir="ltr">{supervisorPhone}</bdi>],
      ]}
      actions={
        <>
          <a href={membersOf(id).path}>إدارة الأعضاء</a>
          <ReadinessLink of="group" id={id} />
          <EditLink to={group} id={id} />
          <DeleteLink to={group} id={id} by="browser" />
          <GroupLists id={id} />
        </>
      }
    >
      <CardFigures
        figures={[
          [labels.capacity, count(capacity)],
          ["الأعضاء", membersText(row)],
          ["الشاغرة", count(capacity - takenSeats)],
        ]}
      />
      <Occupancy of={row.name} takenSeats={takenSeats} seats={capacity} />
    </Card>
  );
}

/** The bus, with a warning if it has fewer seats than the group takes members. */
const Bus = (row: Group) => (
  <>
    {row.busNumber}
    {isOverBus(row) && (
      <>
        {" "}
        <Badge tone="bad">{`فيها ${countPhrase(row.busCapacity ?? 0, seatCount)}`}</Badge>
      </>
    )}
  </>
);
