import type { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { DomainError, invalid } from "~/domain/domain-error";
import { id } from "~/domain/input.server";
import { ids } from "~/domain/lists.server";
import { hold, untilText } from "~/features/holds/hold";
import { findHold } from "~/features/holds/holds.server";
import { waiting } from "~/features/holds/waiting/waiting";
import { findWaiting } from "~/features/holds/waiting/waiting.server";
import { type Contract, contract, mostCompanions } from "./contract";
import { formSchema, signByForm } from "./signing.server";

/* Contracts of held seats, and with somebody who waits, in one step. */

type Kind = "hold_id" | "waiting_id";

const rowOf = (db: Db, kind: Kind, of: number) =>
  kind === "hold_id" ? findHold(db, of) : findWaiting(db, of);

/** What a call sends: the customers, the package, and whatever else a form of contracts has. */
export const reservedSchema = formSchema
  .omit({ customer_id: true, campaign_id: true, companion_ids: true, hold_id: true, waiting_id: true })
  .extend({ customer_ids: ids(mostCompanions + 1) });

export const reservedLabels = { ...contract.labels, customer_ids: "العملاء", end_rest: "ما بقي من الحجز" };

/**
 * Signs contracts in the campaign of a hold or of a line of the waiting list, by its usual terms of payment if none are sent.
 * @throws DomainError as a signing does; the customers to blame are `customer_ids`
 */
export async function signReserved(
  trx: Transaction,
  kind: Kind,
  of: number,
  { customer_ids = [], ...input }: z.output<typeof reservedSchema>,
  by: By,
): Promise<Contract[]> {
  const [customer_id] = customer_ids;
  if (!customer_id) throw invalid("customer_ids", "اختر عميلًا واحدًا على الأقل");
  const { campaign_id } = await rowOf(trx, kind, of);
  const sent = { schedule_terms: "usual" as const, ...input, [kind]: of, campaign_id, customer_id };
  try {
    const { contracts } = await signByForm(trx, customer_ids, sent, by);
    return contracts;
  } catch (error) {
    throw error instanceof DomainError ? atCustomers(error) : error;
  }
}

/** The refusal with the field of a call in the place of those of a form. */
function atCustomers({ code, message, fields = {}, current }: DomainError) {
  const { customer_id, companion_ids = customer_id, ...others } = fields;
  return new DomainError(code, message, {
    current,
    fields: companion_ids ? { ...others, customer_ids: companion_ids } : others,
  });
}

/** What a form of new contracts shows of the hold, or of who waits, that its address names; null if it names none. */
export async function reservedOf(db: Db, params: URLSearchParams) {
  for (const [kind, entity] of [
    ["hold_id", hold],
    ["waiting_id", waiting],
  ] as const) {
    const { data: of } = id().safeParse(params.get(kind));
    if (!of) continue;
    const { campaign_id, name, phone, seats, status, until_local } = await rowOf(db, kind, of);
    return {
      kind,
      id: of,
      path: entity.path,
      campaign_id,
      name,
      phone,
      seats,
      status,
      until: until_local && untilText(until_local),
    };
  }
  return null;
}
export type ReservedShown = NonNullable<Awaited<ReturnType<typeof reservedOf>>>;
