import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { group } from "~/features/groups/group";
import { groups } from "~/features/groups/groups.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { formScreen, idParam, screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { roomsOf } from "../room";
import { rooms } from "../rooms.server";

export const loader = screen([group.write], async ({ params }) => {
  const { id } = await groups.find(db, idParam(params.group));
  return { groupId: id, ...(await formOf(rooms(id), params)) };
});

export const action = formScreen([group.write], (visit) => {
  const id = idParam(visit.params.group);
  return saveAction(roomsOf(id), rooms(id))(visit as unknown as ActionFunctionArgs);
});

export const clientAction = keepForm();

export default function RoomForm() {
  const { groupId, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(roomsOf(groupId), loaded, { values: { beds: 4 } });
  const { field } = form;
  return (
    <EntityDialog form={form}>
      <TextField {...field("name")} dir="auto" autoComplete="off" autoFocus />
      <NumberField {...field("beds")} />
      <SelectField {...field("kind")} wide />
    </EntityDialog>
  );
}
