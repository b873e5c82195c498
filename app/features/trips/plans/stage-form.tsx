import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { idParam, screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { type PlanStage, plan, stagesOfPlan } from "../plan";
import { planStagesByDay } from "../plan-stages.server";
import { plans } from "../plans.server";

export const loader = screen([plan.write], async ({ params }) => {
  const { id } = await plans.find(db, idParam(params.plan));
  return {
    planId: id,
    ...(await formOf(
      planStagesByDay(() => id),
      params,
    )),
  };
});

export const action = (args: ActionFunctionArgs) =>
  saveAction(
    stagesOfPlan(args.params.plan ?? ""),
    planStagesByDay(() => idParam(args.params.plan)),
  )(args);

export const clientAction = keepForm();

const toValues = (row: PlanStage) => ({ ...row, day: row.day_offset + 1 });

export default function PlanStageForm() {
  const loaded = useLoaderData<typeof loader>();
  const form = useEntityForm(stagesOfPlan(loaded.planId), loaded, {
    toValues,
    values: { default_time: "12:00" },
  });
  return (
    <EntityDialog form={form} narrow>
      <TextField {...form.field("name")} wide autoComplete="off" autoFocus />
      <NumberField {...form.field("day")} hint="اليوم 1 هو يوم بداية الرحلة." />
      <TextField {...form.field("default_time")} type="time" wide />
    </EntityDialog>
  );
}
