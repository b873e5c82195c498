import Big from "big.js";
import { amountOf } from "./rate";

/* A part of an amount that a form takes as a sum or in percent: a discount, or the fee of a cancellation. */

export type ShareKind = "amount" | "percent";

/** The part, in a currency of this many decimals. @param typed a sum, or a percentage of the whole */
export const shareOf = (
  whole: string | number,
  decimals: number,
  typed: string,
  kind: ShareKind = "amount",
) => (kind === "amount" ? Big(typed) : Big(whole).times(typed).div(100).round(decimals, Big.roundHalfUp));

/** Whether a number is a percentage, with two decimals at most. */
export const isPercent = (typed: string) => Big(typed).lte(100) && /^\d+(\.\d{1,2})?$/.test(typed);

/** A typed amount as a plain number, 0 where nothing was typed; undefined while it is none. */
export function plainAmount(typed: unknown): string | undefined {
  const plain = amountOf(String(typed ?? ""));
  return /^(\d+(\.\d*)?)?$/.test(plain) ? plain || "0" : undefined;
}
