import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { otherService } from "./other-service";
import { otherServices } from "./other-services.server";

const deletion = removing(otherService, otherServices);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteOtherService() {
  return <DeleteDialog of={otherService} row={useLoaderData<typeof loader>()} />;
}
