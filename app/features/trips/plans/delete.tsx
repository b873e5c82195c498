import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { plan } from "./plan";
import { plans } from "./plans.server";

const deletion = removing(plan, plans);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeletePlan() {
  return <DeleteDialog of={plan} row={useLoaderData<typeof loader>()} />;
}
