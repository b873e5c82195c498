import { useLoaderData } from "@remix-run/react";
import { screenPage } from "~/db/list.server";
import { nouns } from "~/domain/nouns";
import { screen } from "~/http/screen.server";
import { counted, days } from "~/ui/count-words";
import { FilterField, fieldColumn } from "~/ui/field-columns";
import { FilterBar } from "~/ui/filter-bar";
import { DeleteLink, EditLink, NewLink } from "~/ui/links";
import { ListTable } from "~/ui/list-table";
import { Page } from "~/ui/page";
import { stageCount } from "../stages/stage";
import { plan, planTypeLabels, type TripPlan } from "./plan";
import { plans } from "./plans.server";

const { labels, path } = plan;

const title = nouns.trip_plans.many;

export const meta = () => [{ title }];

export const loader = screen([plan.write], ({ url }) => screenPage(plans.list, url.searchParams));

/** From the start day to that of the last stage. */
const length = ({ stages }: TripPlan) => (stages.at(-1)?.day_offset ?? -1) + 1;

export default function Plans() {
  const page = useLoaderData<typeof loader>();
  return (
    <Page title={title} actions={<NewLink to={plan} />}>
      <FilterBar searchLabel="بحث باسم الخطة">
        <FilterField of={plan} name="type" />
      </FilterBar>
      <ListTable
        of={plan}
        page={page}
        next="أضف خطة بمراحلها مرة واحدة، ثم أنشئ منها ما شئت من الرحلات."
        columns={[
          fieldColumn(plan, "name"),
          { label: labels.type, cell: ({ type }) => planTypeLabels[type] },
          {
            label: "المراحل",
            cell: ({ stages }) => (stages.length ? counted(stages.length, stageCount) : "لا مراحل بعد"),
          },
          { label: "المدة", cell: (row) => (row.stages.length ? counted(length(row), days) : "—") },
        ]}
        actions={({ id }) => (
          <>
            <a href={`${path}/${id}`}>المراحل</a>
            <EditLink to={plan} id={id} />
            <DeleteLink to={plan} id={id} by="browser" />
          </>
        )}
      />
    </Page>
  );
}
