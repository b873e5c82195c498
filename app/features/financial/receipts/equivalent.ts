import Big from "big.js";
import { latinDigits } from "~/ui/digits";

/** What the form shows as the stored rate; sent back unchanged, it stands for the exact one. */
export const shownRateDecimals = 10;

type Rated = { id: number; exchange_rate: number };

/** The stored rate from one currency to another, as the form shows it (rulings §3). */
export function shownRate(from: Rated, to: Rated): string {
  if (from.id === to.id) return "1";
  return plain(Big(from.exchange_rate).div(to.exchange_rate).round(shownRateDecimals, Big.roundHalfUp));
}

/** The equivalent while one types: amount × rate to the target's decimals; null where there is nothing to show yet. */
export function shownEquivalent(amount: string, rate: string, decimals: number): number | null {
  try {
    const worth = Big(read(amount)).times(read(rate)).round(decimals, Big.roundHalfUp);
    return worth.gt(0) && worth.lt("1e15") ? worth.toNumber() : null;
  } catch {
    return null; // half a number
  }
}

const read = (typed: string) => latinDigits(typed).replaceAll(",", "").trim();

/** Decimal notation without the zeros that a column's scale adds. */
export function plain(value: Big | number): string {
  return Big(value).toFixed();
}
