import type { Transaction } from "~/db/knex.server";
import { flag, id, optional } from "~/domain/input.server";
import { consumeHold, lockHold } from "~/features/holds/holds.server";
import { endWaiting, lockWaiting } from "~/features/holds/waiting/waiting.server";

/* What a signing begins with: seats that are held, or somebody who waits for seats (docs/decisions/holds.md). */

/** @property end_rest whether the hold ends also where it has more seats than are signed */
export type Reserved = { hold_id?: number | null; waiting_id?: number | null; end_rest?: boolean };

export const reservedFields = {
  hold_id: optional(id()),
  waiting_id: optional(id()),
  end_rest: flag().optional(),
};

/** Locks what a signing begins with, before everything else (docs/decisions/locks.md). @throws DomainError not_found, conflict */
export async function lockReserved(
  trx: Transaction,
  { hold_id, waiting_id, end_rest }: Reserved,
  campaign_id: number,
) {
  return {
    hold: hold_id ? await lockHold(trx, hold_id, campaign_id) : undefined,
    line: waiting_id ? await lockWaiting(trx, waiting_id, campaign_id) : undefined,
    end_rest,
  };
}

/** @param seats that were signed: a hold keeps what is left of it, and who waited leaves the list */
export async function endReserved(
  trx: Transaction,
  { hold, line, end_rest }: Awaited<ReturnType<typeof lockReserved>>,
  seats: number,
) {
  if (hold) await consumeHold(trx, hold, seats, end_rest);
  if (line) await endWaiting(trx, line.id);
}
