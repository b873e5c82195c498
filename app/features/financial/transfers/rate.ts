import Fraction from "fraction.js";
import { saidRate } from "~/features/money/rate";
import type { Transfer } from "./transfer";

/** The rate between the two amounts of a transfer, from the currency that leaves; both are above zero. */
export const rateBetweenAmounts = (from: number | string, to: number | string) =>
  new Fraction(to).div(new Fraction(from));

/** «1 USD = 3.75 SAR»; null within one currency. */
export const rateText = ({
  from_amount,
  to_amount,
  currency,
  to_currency,
}: Pick<Transfer, "from_amount" | "to_amount" | "currency" | "to_currency">) =>
  currency.code === to_currency.code
    ? null
    : saidRate(rateBetweenAmounts(from_amount, to_amount), currency.code, to_currency.code);

/** The part by which a rate may differ from the stored one before it is asked about (books.md, rule 8). */
const tolerance = new Fraction(5, 100);

/** Whether a rate is further from the stored one than that. */
export const isUnusual = (rate: Fraction, stored: Fraction) =>
  rate.sub(stored).abs().gt(stored.mul(tolerance));
