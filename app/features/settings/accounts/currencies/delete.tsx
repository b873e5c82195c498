import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { currencies } from "./currencies.server";
import { currency } from "./currency";

const deletion = removing(currency, currencies);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteCurrency() {
  return <DeleteDialog of={currency} row={useLoaderData<typeof loader>()} />;
}
