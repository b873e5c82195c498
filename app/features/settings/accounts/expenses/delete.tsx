import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { expense } from "./expense";
import { expenses } from "./expenses.server";

const deletion = removing(expense, expenses);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteExpense() {
  return <DeleteDialog of={expense} row={useLoaderData<typeof loader>()} />;
}
