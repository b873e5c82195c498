import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { agent } from "./agent";
import { agents } from "./agents.server";

export const { loader, action } = removing(agent, agents);

export default function DeleteAgent() {
  return <DeleteDialog of={agent} row={useLoaderData<typeof loader>()} />;
}
