import Big from "big.js";
import type { Db } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import { seatsNeeded } from "~/domain/travellers";
import { seatsOf } from "~/features/campaigns/seats.server";
import { cellOf } from "~/features/contracts/cell.server";
import { attachedPackage } from "~/features/contracts/rules.server";
import { minorUnit } from "~/features/money/money.server";
import type { Offer } from "./offer";
import { peopleOf } from "./people";

/** What an offer would cost before its discount if it were made now: undefined where it would cost the same, or would not be made. */
export async function priceToday(db: Db, of: Offer) {
  const people = peopleOf(of);
  try {
    const now = await attachedPackage(db, of);
    const sum = people.reduce((sum, one) => sum.plus(cellOf(now, one).price), Big(0));
    const before = people.reduce((sum, { price_amount }) => sum.plus(price_amount), Big(0));
    if (now.currency_id === of.currency_id && sum.eq(before)) return undefined;
    return {
      amount: sum.toNumber(),
      currency: { code: now.code, symbol: "", decimals: minorUnit(now.code) },
    };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** The seats that an offer needs, and those that its campaign has. */
export async function seatsNow(db: Db, of: Offer) {
  const { free } = await seatsOf(db, of.campaign_id);
  return { free, needed: seatsNeeded(peopleOf(of)) };
}
