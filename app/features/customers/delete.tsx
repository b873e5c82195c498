import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { customer } from "./customer";
import { customers } from "./customers.server";

const deletion = removing(customer, customers);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteCustomer() {
  return <DeleteDialog of={customer} row={useLoaderData<typeof loader>()} />;
}
