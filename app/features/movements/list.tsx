import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { pageOf, rowsOrRefusal } from "~/db/list.server";
import { later } from "~/domain/dates";
import { filterLabels } from "~/domain/filter-labels";
import { dayOf } from "~/domain/hijri";
import type { RowOf } from "~/domain/html-only";
import { officeToday } from "~/domain/office-day.server";
import { movementTitles as titles } from "~/features/links/handed-papers";
import {
  bookingStates,
  movementKindLabels,
  movementsPath,
  orderOf,
  stage,
  stageStates,
} from "~/features/trips/stage";
import { trip } from "~/features/trips/trip";
import { listScreen } from "~/http/screen.server";
import { DayText } from "~/ui/page/day";
import { ExportFoot } from "~/ui/page/export-links";
import { FilterBar, FilterDate, FilterSelect } from "~/ui/page/filter-bar";
import { ButtonLink } from "~/ui/page/links";
import { count, EmptyList, Page } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { pairOf } from "~/ui/page/pair";
import { StateBadge } from "~/ui/page/status-badge";
import { type Column, Table } from "~/ui/page/table";
import { dayOn, movementIds, readMovements, tripsOfDay } from "./movements.server";

export const meta = () => [{ title: `${titles.ar} · إدارة الرحلات` }];

/** The stages of all trips on one day, by time. */
export const loader = listScreen([trip.write], async ({ url: { searchParams } }) => {
  const list = await rowsOrRefusal(async () => {
    const { page, perPage } = pageOf(searchParams);
    const ids = await movementIds(searchParams);
    const rows = await readMovements(ids.slice((page - 1) * perPage, page * perPage));
    const trips = await tripsOfDay(searchParams);
    return { rows, trips, total: ids.length, page, perPage, day: dayOn(searchParams) };
  });
  const { day = officeToday(), ...page } = { day: undefined, trips: [], ...list };
  return { ...page, day: dayOf(day), before: later(day, -1), after: later(day, 1) };
});

type Row = RowOf<typeof loader>;

const columns: Column<Row>[] = [
  {
    label: "الوقت والمرحلة",
    cell: ({ id, trip_id, name, time, kind }) => (
      <span className="line-clamp-2">
        <bdi dir="ltr">{time}</bdi>{" "}
        <a className="underline" href={`/trips/${trip_id}/stages/${id}/edit`}>
          {name}
        </a>
        {kind !== "other" && <span className="text-muted"> · {movementKindLabels[kind]}</span>}
      </span>
    ),
  },
  {
    label: "الرحلة والمجموعات",
    cell: ({ trip_id, trip: tripName, groups }) => (
      <span className="line-clamp-2">
        <a href={`${trip.path}/${trip_id}`}>{tripName}</a>
        <span className="text-muted"> · {groups.map(({ name }) => name).join("، ") || "بلا مجموعات"}</span>
      </span>
    ),
  },
  {
    label: "من وإلى",
    later: true,
    cell: ({ from_place, to_place }) => <Two first={pairOf(from_place)} second={pairOf(to_place)} />,
  },
  {
    label: stage.labels.vehicle,
    later: true,
    cell: ({ vehicle, plate }) => <Two first={pairOf(vehicle)} second={pairOf(plate)} />,
  },
  {
    label: stage.labels.driver_name,
    later: true,
    cell: ({ driver_name, driver_phone }) => (
      <Two first={pairOf(driver_name)} second={pairOf(null, driver_phone)} />
    ),
  },
  {
    label: "الطيران والتشغيل",
    later: true,
    cell: ({ flight_number, operator_number }) => (
      <Two first={pairOf(flight_number)} second={pairOf(operator_number)} />
    ),
  },
  {
    label: "الحجز والحالة",
    cell: ({ booking, status }) => (
      <span className="grid justify-items-start gap-0.5">
        <StateBadge of={bookingStates} state={booking} />
        <StateBadge of={stageStates} state={status} />
      </span>
    ),
  },
  { label: "بالغون", kind: "n", cell: ({ adults }) => count(adults) },
  { label: "أطفال", kind: "n", cell: ({ children }) => count(children) },
  { label: "رضع", kind: "n", cell: ({ infants }) => count(infants) },
];

/** Two facts, one above the other, each in one line. */
function Two({ first, second }: { first: ReactNode; second: ReactNode }) {
  if (!first && !second) return "—";
  return (
    <span>
      <span className="line-clamp-1">{first || "—"}</span>
      <small className="line-clamp-1">{second}</small>
    </span>
  );
}

export default function Movements() {
  const { day, before, after, trips, rows, refusal, ...page } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const { search } = useLocation();
  const isFiltered = ["search", "kind", "booking", "trip_id"].some((name) => params.get(name));
  return (
    <Page
      title={titles.ar}
      lead={<DayText {...day} />}
      actions={
        <>
          <DayLink day={before}>اليوم السابق</DayLink>
          <DayLink day={after}>اليوم التالي</DayLink>
          <ButtonLink href={`${movementsPath}/print${search}`}>طباعة</ButtonLink>
          <ButtonLink href={trip.path}>رجوع</ButtonLink>
        </>
      }
    >
      <FilterBar
        searchLabel="بحث بالرحلة أو المكان أو السائق أو الرقم"
        reset="اليوم"
        of={stage}
        by={["kind", "booking"]}
      >
        <FilterDate name="on" label="التاريخ" day={day.date} />
        <FilterSelect
          name="trip_id"
          label={filterLabels.trip_id}
          choices={trips.map(({ id, name }): [number, string] => [id, name])}
        />
      </FilterBar>
      {rows.length ? (
        <>
          <Table
            of={stage}
            caption={titles.ar}
            rows={rows}
            columns={columns}
            actions={({ id }) => <a href={orderOf(id)}>أمر التشغيل</a>}
          />
          <ExportFoot path={movementsPath} search={search} />
        </>
      ) : (
        <EmptyList
          refusal={refusal}
          total={page.total}
          isFiltered={isFiltered}
          noMatch="لا حركة مطابقة في هذا اليوم"
          none="لا حركة في هذا اليوم"
          next="افتح الرحلة من «إدارة الرحلات»، وأضف إلى مراحلها مرحلة بهذا التاريخ."
        />
      )}
      <Pagination {...page} />
    </Page>
  );
}

/** The way to another day, with the same filters. */
function DayLink({ day, children }: { day: string; children: string }) {
  const params = new URLSearchParams(useLocation().search);
  params.delete("page");
  params.set("on", day);
  return <ButtonLink href={`${movementsPath}?${params}`}>{children}</ButtonLink>;
}
