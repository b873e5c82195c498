import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { supplier } from "./supplier";
import { suppliers } from "./suppliers.server";

const deletion = removing(supplier, suppliers);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteSupplier() {
  return <DeleteDialog of={supplier} row={useLoaderData<typeof loader>()} />;
}
