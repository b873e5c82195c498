import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { catering } from "./catering";
import { caterings } from "./caterings.server";

const deletion = removing(catering, caterings);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteCatering() {
  return <DeleteDialog of={catering} row={useLoaderData<typeof loader>()} />;
}
