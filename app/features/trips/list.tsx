import { useLoaderData } from "@remix-run/react";
import { drawRows } from "~/db/drawing.server";
import { screenPage } from "~/db/list.server";
import { countPhrase, travellerCount } from "~/domain/count-words";
import { dayOf } from "~/domain/hijri";
import type { RowOf } from "~/domain/html-only";
import { officeToday } from "~/domain/office-day.server";
import { listScreen } from "~/http/screen.server";
import { DayCell } from "~/ui/page/day";
import { FilterBar, FilterHijri, FilterPeriod } from "~/ui/page/filter-bar";
import { ButtonLink, DeleteLink, EditLink, NewLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Badge, Page, useListSearch } from "~/ui/page/page";
import { type Column, NameCell } from "~/ui/page/table";
import { movementsPath, stageCount } from "./stage";
import { groupCount, stateOf, trip } from "./trip";
import { tripsWithFigures } from "./trips.server";

const { labels, path } = trip;

const title = "إدارة الرحلات";

export const meta = () => [{ title }];

export const loader = listScreen([trip.write], async ({ url }) => {
  const { rows, ...page } = await screenPage(tripsWithFigures, url.searchParams);
  return {
    ...page,
    rows: drawRows(rows, (row) => ({ ...row, start: dayOf(row.start_date), end: dayOf(row.end_date) })),
    today: officeToday(),
  };
});

const columnsOf = (today: string): Column<RowOf<typeof loader>>[] => [
  {
    label: labels.name,
    cell: ({ id, name, plan }) => (
      <span>
        <a className="underline" href={`${path}/${id}`}>
          {name}
        </a>
        {plan && <small>من الخطة «{plan}»</small>}
      </span>
    ),
  },
  { label: labels.start_date, cell: ({ start }) => <DayCell {...start} /> },
  { label: labels.end_date, later: true, cell: ({ end }) => <DayCell {...end} /> },
  {
    label: "الحالة",
    cell: (row) => <Badge tone={stateOf(row, today).tone}>{stateOf(row, today).label}</Badge>,
  },
  {
    label: "المراحل",
    later: true,
    cell: ({ stages }) => (stages ? countPhrase(stages, stageCount) : "—"),
  },
  {
    label: "المجموعات",
    later: true,
    cell: ({ groups, members }) =>
      groups ? (
        <NameCell also={members ? countPhrase(members, travellerCount) : "بلا مسافرين بعد"}>
          {countPhrase(groups, groupCount)}
        </NameCell>
      ) : (
        "—"
      ),
  },
];

export default function Trips() {
  const { today, ...page } = useLoaderData<typeof loader>();
  const search = useListSearch();
  return (
    <Page
      title={title}
      actions={
        <>
          <NewLink to={trip} />
          <ButtonLink href={movementsPath}>حركة اليوم</ButtonLink>
          <ButtonLink href="/trips/flights">الرحلات الجوية</ButtonLink>
        </>
      }
    >
      <FilterBar searchLabel="بحث باسم الرحلة">
        <FilterPeriod />
        <FilterHijri />
      </FilterBar>
      <ListTable
        of={trip}
        page={page}
        columns={columnsOf(today)}
        actions={({ id }) => (
          <>
            <a href={`${path}/${id}/groups${search}`} data-stay="">
              إدارة المجموعات
            </a>
            <a href={`/trips/${id}/stages`}>عرض المراحل</a>
            <EditLink to={trip} id={id} />
            <DeleteLink to={trip} id={id} by="browser" />
          </>
        )}
      >
        أضف رحلة بتاريخيها، من خطة أو بلا خطة، ثم اربط بها المجموعات.
      </ListTable>
    </Page>
  );
}
