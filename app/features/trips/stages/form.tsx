import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { idParam, screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { stagesOf } from "../stage";
import { stages } from "../stages.server";
import { trip } from "../trip";
import { trips } from "../trips.server";

export const loader = screen([trip.write], async ({ params }) => {
  const tripRow = await trips.find(db, idParam(params.trip));
  return {
    trip: tripRow,
    ...(await formOf(
      stages(() => tripRow.id),
      params,
    )),
  };
});

export const action = (args: ActionFunctionArgs) =>
  saveAction(
    stagesOf(args.params.trip),
    stages(() => idParam(args.params.trip)),
  )(args);

export const clientAction = keepForm();

export default function StageForm() {
  const loaded = useLoaderData<typeof loader>();
  const { id, start_date, end_date } = loaded.trip;
  const form = useEntityForm(stagesOf(id), loaded, {
    values: { date: start_date, time: "12:00", status: "pending" },
  });
  const { field } = form;
  return (
    <EntityDialog form={form}>
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <TextField
        {...field("date")}
        min={start_date}
        max={end_date}
        hint={
          <>
            من <bdi dir="ltr">{start_date}</bdi> إلى <bdi dir="ltr">{end_date}</bdi>
          </>
        }
      />
      <TextField {...field("time")} />
      <SelectField {...field("status")} wide />
      <TextAreaField {...field("description")} rows={2} />
    </EntityDialog>
  );
}
