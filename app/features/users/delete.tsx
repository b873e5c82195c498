import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { deletionOf } from "~/http/entity-screens.server";
import { idParam, screen } from "~/http/screen.server";
import { DeleteDialog } from "~/ui/dialog/dialog";
import { user } from "./user";
import { users, whyNotRemove } from "./users.server";

export const loader = screen([user.write], async ({ params, user: me }) => {
  const row = await users.find(db, idParam(params.id));
  return { row, refusal: await whyNotRemove(db, me, row) };
});

export const action = deletionOf(user, users).action;

export default function DeleteUser() {
  const { row, refusal } = useLoaderData<typeof loader>();
  return <DeleteDialog of={user} row={row} refusal={refusal} />;
}
