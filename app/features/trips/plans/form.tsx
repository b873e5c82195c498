import { useLoaderData } from "@remix-run/react";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { SelectField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { plan, planTypeLabels } from "../plan";
import { plans } from "../plans.server";

export const loader = screen([plan.write], ({ params }) => formOf(plans, params));
/** After creating a plan its stages follow, since it has none yet. */
export const action = saveAction(plan, plans, {
  to: ({ id }, { params, url }) => (params.id ? plan.path + url.search : `${plan.path}/${id}`),
});
export const clientAction = keepForm();

export default function PlanForm() {
  const form = useEntityForm(plan, useLoaderData<typeof loader>());
  return (
    <EntityDialog form={form} next={form.row ? undefined : `${plan.path}/0`} narrow>
      <TextField {...form.field("name")} wide autoComplete="off" autoFocus />
      {form.row && <SelectField {...form.field("type")} choices={planTypeLabels} wide />}
    </EntityDialog>
  );
}
