import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/knex.server";
import { customers } from "~/features/customers/customers.server";
import { entityCalls } from "~/http/resource.server";
import { allow, idParam } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { reminder, remindersOf } from "../debts/reminder";
import { reminders } from "./reminders.server";

/** The calls of the address's customer: /customers/{id}/reminders, and those of one reminder below it. */
async function callsOf({ params }: Visit) {
  const { id } = await customers.find(db, idParam(params.customer));
  return entityCalls(remindersOf(id), reminders(id));
}

const serve = allow([reminder.write], async (visit) =>
  (await callsOf(visit)).action(visit as unknown as ActionFunctionArgs),
);

export const loader = serve;
export const action = serve;
