import { type Db, db } from "~/db/knex.server";
import { visibleRows } from "~/db/rows.server";
import { valuesOf } from "~/domain/form-values";
import { id } from "~/domain/input.server";
import type { Customer } from "./customer";
import { searchCustomers } from "./customers.server";

/** The data of a form that is shown again: its customer, and the results of a search for another one. */
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

/** The data of a form that is shown again: its companions, and the results of a search for more. */
export async function companionsOf(form: FormData) {
  const query = String(form.get("companions_query") ?? "");
  const isAsked = form.get("intent") === "companions";
  return {
    companions: await customersOf(db, form.getAll("companion_ids")),
    companionsQuery: query,
    companionMatches: isAsked ? await searchCustomers(query) : undefined,
  };
}

/** The customers whose ids a form names, in its order. */
export async function customersOf(db: Db, values: unknown[]) {
  const wantedIds = values.map((one) => id().safeParse(one).data).filter((one) => one !== undefined);
  const rows: Customer[] = await visibleRows(db, "customers")
    .whereIn("id", wantedIds.slice(0, 100))
    .select("id", "name", "phone", "national_id");
  return rows.sort((a, b) => wantedIds.indexOf(a.id) - wantedIds.indexOf(b.id));
}

/** The customer whose id an address or a form names, if there is one. */
export async function customerOf(db: Db, value: unknown) {
  const { data: customerId } = id().safeParse(value);
  if (!customerId) return null;
  const customer = visibleRows(db, "customers").where({ id: customerId });
  return (await customer.first("id", "name", "phone", "national_id", "passport_number")) ?? null;
}
