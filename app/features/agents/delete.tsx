import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { agent } from "./agent";
import { agents } from "./agents.server";

const deletion = removing(agent, agents);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteAgent() {
  return <DeleteDialog of={agent} row={useLoaderData<typeof loader>()} />;
}
