import { useLoaderData } from "@remix-run/react";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { CheckboxField, NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { agent } from "./agent";
import { agents } from "./agents.server";

export const loader = screen([agent.write], ({ params }) => formOf(agents, params));
export const action = saveAction(agent, agents);
export const clientAction = keepForm();

export default function AgentForm() {
  const form = useEntityForm(agent, useLoaderData<typeof loader>());
  const { field } = form;
  return (
    <EntityDialog form={form}>
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <TextField {...field("phone")} />
      <TextField {...field("email")} />
      <SelectField {...field("type")} empty="اختر النوع" />
      <NumberField {...field("commission_rate")} placeholder="0" />
      <TextAreaField {...field("address")} rows={2} />
      <TextAreaField {...field("notes")} rows={2} />
      {form.row && <CheckboxField {...field("is_active")} text="نشط" />}
    </EntityDialog>
  );
}
