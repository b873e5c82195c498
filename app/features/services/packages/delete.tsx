import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { integratedPackage } from "./package";
import { packages } from "./packages.server";

const deletion = removing(integratedPackage, packages);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeletePackage() {
  return <DeleteDialog of={integratedPackage} row={useLoaderData<typeof loader>()} />;
}
