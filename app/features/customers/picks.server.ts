import { type Db, db } from "~/db/knex.server";
import { valuesOf } from "~/domain/form-values";
import { id } from "~/domain/input.server";
import type { Customer } from "./customer";
import { searchCustomers } from "./customers.server";

/** What a form that comes back shows of its steps: the customer chosen, and what a search for another one found. */
export async function pickedOf(form: FormData) {
  const { intent, customer_id, customer_query } = valuesOf(form);
  const query = String(customer_query ?? "");
  return {
    step: intent,
    customer: await customerOf(db, customer_id),
    query,
    matches: intent === "lookup" ? await searchCustomers(query) : undefined,
  };
}

/** The same of those who travel along. */
export async function companionsOf(form: FormData) {
  const query = String(form.get("companions_query") ?? "");
  const isAsked = form.get("intent") === "companions";
  return {
    companions: await customersOf(db, form.getAll("companion_ids")),
    companionsQuery: query,
    companionMatches: isAsked ? await searchCustomers(query) : undefined,
  };
}

/** The customers whose numbers a form names, in its order. */
async function customersOf(db: Db, values: unknown[]) {
  const wantedIds = values.map((one) => id().safeParse(one).data).filter((one) => one !== undefined);
  const rows: Customer[] = await db("customers")
    .whereIn("id", wantedIds.slice(0, 100))
    .select("id", "name", "phone", "national_id");
  return rows.sort((a, b) => wantedIds.indexOf(a.id) - wantedIds.indexOf(b.id));
}

/** The customer whose number an address or a form names, if there is one. */
export async function customerOf(db: Db, value: unknown) {
  const { data: customerId } = id().safeParse(value);
  if (!customerId) return null;
  const customers = db<Customer>("customers").where({ id: customerId });
  return (await customers.first("id", "name", "phone", "national_id", "passport_number")) ?? null;
}
