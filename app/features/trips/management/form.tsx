import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { CheckboxField, SelectField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { countPhrase } from "~/ui/page/count-words";
import { planChoices } from "../plans/plans.server";
import { stageCount } from "../stages/stage";
import { trip } from "./trip";
import { trips } from "./trips.server";

export const loader = screen([trip.write], async ({ params }) => ({
  ...(await formOf(trips, params)),
  plans: params.id ? [] : await planChoices(db),
}));
export const action = saveAction(trip, trips);
export const clientAction = keepForm();

export default function TripForm() {
  const loaded = useLoaderData<typeof loader>();
  const form = useEntityForm(trip, loaded);
  const { field, row } = form;
  const plans = loaded.plans.map(({ id, name, stages }): [number, string] => [
    id,
    `${name} (${stages ? countPhrase(stages, stageCount) : "بلا مراحل"})`,
  ]);
  return (
    <EntityDialog form={form}>
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <TextField {...field("start_date")} type="date" />
      <TextField {...field("end_date")} type="date" />
      {row ? (
        <CheckboxField
          {...field("move_stages")}
          text="نقل المراحل ونهاية الرحلة معها"
          hint="بعدد الأيام نفسه، إن تغير تاريخ البداية؛ والنهاية تبقى كما كتبتها إن غيرتها."
        />
      ) : (
        <SelectField
          {...field("plan_id")}
          choices={plans}
          empty="بلا خطة"
          wide
          hint="تنسخ مراحل الخطة إلى الرحلة، كلٌّ بتاريخها."
        />
      )}
    </EntityDialog>
  );
}
