import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { user } from "./user";
import { users } from "./users.server";

const deletion = removing(user, users);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteUser() {
  return <DeleteDialog of={user} row={useLoaderData<typeof loader>()} />;
}
