import { useLoaderData } from "@remix-run/react";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { role } from "./role";
import { roles } from "./roles.server";

export const loader = screen([role.write], ({ params }) => formOf(roles, params));
/** After creating a role its checklist follows, since it has no permissions yet. */
export const action = saveAction(role, roles, { to: ({ id }) => `${role.path}/${id}` });
export const clientAction = keepForm();

export default function RoleForm() {
  const loaded = useLoaderData<typeof loader>();
  const path = loaded.row ? `${role.path}/${loaded.row.id}` : role.path;
  const form = useEntityForm({ ...role, path }, loaded);
  return (
    <EntityDialog form={form} narrow>
      <TextField {...form.field("name")} wide autoComplete="off" autoFocus />
      <TextAreaField {...form.field("description")} rows={2} />
    </EntityDialog>
  );
}
