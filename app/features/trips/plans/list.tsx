import { useLoaderData } from "@remix-run/react";
import { screenPage } from "~/db/list.server";
import { countPhrase, days } from "~/domain/count-words";
import { nouns } from "~/domain/nouns";
import { listScreen } from "~/http/screen.server";
import { fieldColumn } from "~/ui/page/field-columns";
import { FilterBar } from "~/ui/page/filter-bar";
import { DeleteLink, EditLink, NewLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Page } from "~/ui/page/page";
import type { Column } from "~/ui/page/table";
import { plan, type TripPlan } from "../plan";
import { plans } from "../plans.server";
import { stageCount } from "../stage";

const { path } = plan;

const title = nouns.trip_plans.many;

export const meta = () => [{ title }];

export const loader = listScreen([plan.write], ({ url }) => screenPage(plans.list, url.searchParams));

/** The days from the start to the last stage, both included. */
const length = ({ stages }: TripPlan) => (stages.at(-1)?.day_offset ?? -1) + 1;

const columns: Column<TripPlan>[] = [
  fieldColumn(plan, "name"),
  fieldColumn(plan, "type"),
  {
    label: "المراحل",
    cell: ({ stages }) => (stages.length ? countPhrase(stages.length, stageCount) : "لا مراحل بعد"),
  },
  { label: "المدة", cell: (row) => (row.stages.length ? countPhrase(length(row), days) : "—") },
];

const actions = ({ id }: { id: number }) => (
  <>
    <a href={`${path}/${id}`}>المراحل</a>
    <EditLink to={plan} id={id} />
    <DeleteLink to={plan} id={id} by="browser" />
  </>
);

export default function Plans() {
  const page = useLoaderData<typeof loader>();
  return (
    <Page title={title} actions={<NewLink to={plan} />}>
      <FilterBar searchLabel="بحث باسم الخطة" of={plan} by={["type"]} />
      <ListTable of={plan} page={page} columns={columns} actions={actions}>
        أضف خطة بمراحلها مرة واحدة، ثم أنشئ منها ما شئت من الرحلات.
      </ListTable>
    </Page>
  );
}
