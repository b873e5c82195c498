import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { transportation } from "./transportation";
import { transportations } from "./transportations.server";

const deletion = removing(transportation, transportations);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteTransportation() {
  return <DeleteDialog of={transportation} row={useLoaderData<typeof loader>()} />;
}
