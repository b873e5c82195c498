import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { campaign } from "./campaign";
import { campaigns } from "./campaigns.server";

const deletion = removing(campaign, campaigns);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteCampaign() {
  return <DeleteDialog of={campaign} row={useLoaderData<typeof loader>()} />;
}
