import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { formScreen, idParam, screen } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { customer } from "../customer";
import { customers } from "../customers.server";
import { note, notesOf } from "../note";
import { notes } from "../notes.server";

export const loader = screen([note.write], async ({ params }) => {
  const { id } = await customers.find(db, idParam(params.customer));
  return { customerId: id, ...(await formOf(notes(id), params)) };
});

export const action = formScreen([note.write], (visit: Visit) => {
  const id = idParam(visit.params.customer);
  const to = () => `${customer.path}/${id}`;
  return saveAction(notesOf(id), notes(id), { to })(visit as unknown as ActionFunctionArgs);
});

export const clientAction = keepForm();

export default function NoteForm() {
  const { customerId, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(notesOf(customerId), loaded);
  const { field } = form;
  return (
    <EntityDialog form={{ ...form, back: `${customer.path}/${customerId}` }}>
      <TextAreaField {...field("text")} wide autoFocus />
      <TextField
        {...field("call_on")}
        hint="يظهر في مهام اليوم في لوحة التحكم من ذلك اليوم حتى يتم. يترك لما لا اتصال بعده."
      />
    </EntityDialog>
  );
}
