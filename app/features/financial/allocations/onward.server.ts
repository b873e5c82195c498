import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { decimalOf } from "~/features/money/divide";
import { type Decimal, rateBetween, roundTo } from "~/features/money/money.server";
import { allocationSeries } from "~/features/money/pots.server";
import { type Currency, equivalentOf, rateToKeep } from "~/features/money/rates.server";

/* What is to be given back of a contract goes on to another one of its customer, as far as that needs it (docs/decisions/moved-contracts.md). */

/** What goes on, in the source's currency, and its worth in the target's. */
export type Onward = { amount: Decimal; exchange_rate: Decimal; equivalent_amount: Decimal };

/**
 * As much of what is there as pays the target, at the stored rate.
 * @returns null where nothing goes on, which is also what is worth less than the smallest unit
 */
export function onwardOf(available: Decimal, needed: Decimal, from: Currency, to: Currency): Onward | null {
  const rate = rateBetween(from.exchange_rate, to.exchange_rate);
  const whole = roundTo(decimalOf(rate.inverse().mul(needed)), from.code);
  const amount = Big(available).lt(whole) ? available : whole;
  if (Big(amount).lte(0) || Big(roundTo(decimalOf(rate.mul(amount)), to.code)).lte(0)) return null;
  const equivalent_amount = equivalentOf(amount, rate, from.code, to.code, needed);
  return equivalent_amount === null ? null : { amount, exchange_rate: rateToKeep(rate), equivalent_amount };
}

/** The next numbers of allocations, before a transaction takes what their writers wait for (docs/decisions/locks.md). */
export async function takeNumbers(trx: Transaction, days: string[]): Promise<string[]> {
  const { rows } = await trx.raw(
    "SELECT next_number(?, day) AS number FROM unnest(?::date[]) WITH ORDINALITY AS days (day, place) ORDER BY place",
    [allocationSeries.prefix, days],
  );
  return rows.map(({ number }: { number: string }) => number);
}
