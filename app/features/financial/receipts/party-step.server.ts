import { db } from "~/db/knex.server";
import { valuesOf } from "~/domain/form-values";
import { id } from "~/domain/input.server";
import type { SessionUser } from "~/domain/permissions";
import { familyOf } from "~/features/contracts/contracts.server";
import { addCustomer } from "~/features/customers/inline-create.server";
import { step } from "~/http/form-steps.server";
import type { Visit } from "~/http/visit";
import { besideOf, findContracts } from "./choices.server";
import { onlyOwing } from "./use-terms";

/** A button of a receipt's form that does not save: it finds contracts of others, adds a customer, or shows those of a customer who was just chosen. */
export const receiptStep = async (form: FormData, user: SessionUser, visit: Visit) =>
  (await findContracts(form, visit)) ??
  (await addCustomer(form, user, (fields) => besideOf(fields, visit))) ??
  chosenStep(form, visit);

/**
 * A new receipt of a customer who was just chosen starts with the only contract that he owes for, as it does with scripts. A contract that was
 * chosen stays, unless it is that of the customer before.
 */
async function chosenStep(form: FormData, visit: Visit) {
  const customerId = id().safeParse(form.get("customer_id")).data;
  const shown = form.get("customer_shown");
  const isNew = customerId && String(customerId) !== shown;
  if (form.get("intent") !== "lookup" || visit.params.id || !isNew) return undefined;
  const beside = await besideOf(form, visit);
  const chosen = beside.party.contracts.find(({ id }) => String(id) === form.get("contract_id"));
  if (chosen && String(chosen.customer_id) !== shown) return undefined;
  const only = onlyOwing(beside.party.contracts.filter(({ customer_id }) => customer_id === customerId));
  const values = { ...valuesOf(form), contract_id: only ? String(only.id) : "" };
  const isAmountTyped = Boolean(form.get("amount")); // then its currency stays
  return step(only && !isAmountTyped ? { ...values, currency_id: String(only.currency_id) } : values, {
    ...beside,
    family: await familyOf(db, only?.id),
  });
}
