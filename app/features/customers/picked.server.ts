import { type Db, db } from "~/db/knex.server";
import { id } from "~/domain/input.server";
import { typedIn } from "~/domain/typed-in";
import type { Customer } from "./customer";
import { searchCustomers } from "./customers.server";

/** What a form that comes back shows of its steps: the customer chosen, and what a search for another one found. */
export async function pickedOf(form: FormData) {
  const { intent, customer_id, customer_query } = typedIn(form);
  const query = String(customer_query ?? "");
  return {
    step: intent,
    customer: await customerOf(db, customer_id),
    query,
    matches: intent === "lookup" ? await searchCustomers(query) : undefined,
  };
}

/** The customer whose number an address or a form names, if there is one. */
export async function customerOf(db: Db, chosen: unknown) {
  const { data: customerId } = id().safeParse(chosen);
  if (!customerId) return null;
  const customers = db<Customer>("customers").where({ id: customerId });
  return (await customers.first("id", "name", "phone", "national_id", "passport_number")) ?? null;
}
