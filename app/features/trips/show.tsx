import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { countPhrase, travellerCount } from "~/domain/count-words";
import { type Day, dayOf, dayOrNone, hijri } from "~/domain/hijri";
import { officeToday } from "~/domain/office-day.server";
import { type Group, group, placesText, takenSeatsOf } from "~/features/groups/group";
import { GroupBadge } from "~/features/groups/group-badge";
import { GroupLists } from "~/features/groups/lists-menu";
import { ReadinessLink } from "~/features/links/readiness-link";
import { idParam, screen } from "~/http/screen.server";
import { Occupancy } from "~/ui/occupancy";
import { Card, Cards } from "~/ui/page/cards";
import { DayText } from "~/ui/page/day";
import { FilterBar } from "~/ui/page/filter-bar";
import { AuditLogLink, ButtonLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Badge, count, Figures, Page } from "~/ui/page/page";
import { NameCell, Table } from "~/ui/page/table";
import { TripLists } from "./lists-menu";
import { stageCount, stagesOf } from "./stage";
import { stages } from "./stages.server";
import { Timeline } from "./timeline";
import { stateOf, travellers, trip } from "./trip";
import { type Bus, busesOf, groupsOf, travellersOf } from "./trip-groups.server";
import { planOf, trips } from "./trips.server";

export const meta = () => [{ title: "الرحلة · إدارة الرحلات" }];

export const loader = screen([trip.write], async ({ params, url: { searchParams } }) => {
  const tripRow = await trips.find(db, idParam(params.id));
  const { id } = tripRow;
  const [plan, all, groups, buses, page] = await Promise.all([
    planOf(db, tripRow),
    stages(() => id).list(),
    groupsOf(db, id),
    busesOf(db, id),
    screenPage((listParams) => travellersOf(id, listParams), searchParams),
  ]);
  return {
    trip: tripRow,
    days: { start: dayOf(tripRow.start_date), end: dayOf(tripRow.end_date) },
    plan,
    stages: all.map((stage) => ({ ...stage, hijri: hijri(stage.date) })),
    groups: groups.map((row) => ({ ...row, departure: dayOrNone(row.departureDate) })),
    buses,
    ...page,
    today: officeToday(),
  };
});

const sum = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

export default function ShowTrip() {
  const { trip: tripRow, days, plan, stages, groups, buses, today, ...page } = useLoaderData<typeof loader>();
  const { id } = tripRow;
  const { tone, label } = stateOf(tripRow, today);
  const completed = stages.filter(({ status }) => status === "completed").length;
  return (
    <Page
      title={tripRow.name}
      lead={
        <>
          <Badge tone={tone}>{label}</Badge> من <DayText {...days.start} /> إلى <DayText {...days.end} />
          {plan && ` · من الخطة «${plan}»`}
        </>
      }
      actions={
        <>
          <a className="button primary" href={`${trip.path}/${id}/groups`}>
            إدارة المجموعات
          </a>
          <ButtonLink href={stagesOf(id).path}>عرض المراحل</ButtonLink>
          <ReadinessLink of="trip" id={id} button />
          <TripLists id={id} />
          <ButtonLink href={`${trip.path}/${id}/edit`}>تعديل</ButtonLink>
          <ButtonLink href={trip.path}>رجوع</ButtonLink>
          <AuditLogLink of={trip} id={id} />
        </>
      }
    >
      <Figures
        figures={[
          { label: "المجموعات", value: count(groups.length) },
          { label: "المسافرون", value: count(sum(groups.map(({ currentMembers }) => currentMembers))) },
          { label: "الحافلات اللازمة", value: count(sum(buses.map(({ needed }) => needed))) },
          {
            label: "المراحل المكتملة",
            value: (
              <>
                {count(completed)} من {count(stages.length)}
              </>
            ),
          },
        ]}
      />
      <div className="grid items-start gap-x-6 lg:grid-cols-[19rem_1fr]">
        <Section
          title="المراحل"
          count={stages.length ? countPhrase(stages.length, stageCount) : "لا مراحل بعد"}
        >
          <Timeline stages={stages} trip={tripRow} />
        </Section>
        <div className="min-w-0">
          <Section title="المجموعات">
            {groups.length === 0 && <p className="text-muted">لا مجموعات في هذه الرحلة بعد.</p>}
            <Cards of={group}>
              {groups.map((row) => (
                <GroupCard key={row.id} row={row} />
              ))}
            </Cards>
          </Section>
          {buses.length > 0 && (
            <Section title="الحافلات">
              <Buses buses={buses} />
            </Section>
          )}
          <Section
            title="المسافرون"
            count={page.total && !page.isCapped ? countPhrase(page.total, travellerCount) : undefined}
          >
            <FilterBar searchLabel="بحث بالاسم أو الهوية أو الهاتف أو الجواز" />
            <ListTable
              of={travellers}
              page={page}
              hasFiles={false}
              columns={[
                { label: "الاسم", cell: ({ name }) => name },
                {
                  label: "رقم الجواز",
                  kind: "code",
                  cell: ({ passport_number }) => passport_number ?? "—",
                },
                { label: "رقم الهاتف", kind: "code", cell: ({ phone }) => phone },
                { label: "الجنس", cell: ({ gender }) => gender ?? "—" },
                {
                  label: "المجموعة",
                  cell: ({ group_id, group_name }) => <a href={membersOf(group_id)}>{group_name}</a>,
                },
              ]}
            >
              يظهر هنا أعضاء المجموعات المرتبطة بالرحلة.
            </ListTable>
          </Section>
        </div>
      </div>
    </Page>
  );
}

const membersOf = (groupId: number) => `${group.path}/${groupId}/members`;

function Section({ title, count, children }: { title: string; count?: string; children: ReactNode }) {
  return (
    <section className="mb-6">
      <h2 className="mb-3 text-lg font-semibold text-green">
        {title} {count && <small className="text-sm font-normal text-muted">{count}</small>}
      </h2>
      {children}
    </section>
  );
}

const GroupCard = ({ row }: { row: Group & { departure: Day | null } }) => (
  <Card
    name={row.name}
    lead={row.campaign}
    badge={<GroupBadge status={row.status} />}
    facts={[
      [group.labels.transportation_id, row.busNumber ?? "لم تحدد"],
      [group.labels.supervisor_id, row.supervisor && <bdi>{row.supervisorName ?? row.supervisor}</bdi>],
      [group.labels.supervisorPhone, row.supervisorPhone && <bdi dir="ltr">{row.supervisorPhone}</bdi>],
      [group.labels.departureDate, row.departure && <DayText {...row.departure} />],
    ]}
    actions={
      <>
        <a href={membersOf(row.id)}>الأعضاء</a>
        <ReadinessLink of="group" id={row.id} />
        <GroupLists id={row.id} />
      </>
    }
  >
    <p className="text-sm">{placesText(row)}</p>
    <Occupancy of={row.name} takenSeats={takenSeatsOf(row)} seats={row.capacity} />
  </Card>
);

const Buses = ({ buses }: { buses: Bus[] }) => (
  <Table
    compact
    caption="حافلات الرحلة"
    rows={buses}
    columns={[
      {
        label: "الحافلة",
        cell: ({ company_name, route }) => <NameCell also={route}>{company_name}</NameCell>,
      },
      { label: "المجموعات", cell: ({ groups }) => groups.join("، ") },
      { label: "المسافرون", kind: "n", cell: ({ members }) => count(members) },
      { label: "المقاعد", kind: "n", cell: ({ capacity }) => count(capacity) },
      { label: "اللازم", kind: "n", cell: ({ needed }) => count(needed) },
    ]}
  />
);
