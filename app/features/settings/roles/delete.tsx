import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { role } from "./role";
import { roles } from "./roles.server";

const deletion = removing(role, roles);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteRole() {
  return <DeleteDialog of={role} row={useLoaderData<typeof loader>()} />;
}
