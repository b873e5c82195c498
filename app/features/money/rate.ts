import Big from "big.js";
import Fraction from "fraction.js";
import { latinDigits } from "~/domain/digits";
import { decimalOf, exactRate } from "./divide";

type RatedCurrency = { id: number; exchange_rate: number };

/** A rate in forms and on printed vouchers: at most twelve digits, and no more decimals than are stored. */
export function shownRate(rate: Big | number): string {
  return Big(rate).prec(12, Big.roundHalfUp).round(20, Big.roundHalfUp).toFixed();
}

/** The stored rate from one currency to another (rulings §3). */
export const storedRate = (from: RatedCurrency, to: RatedCurrency): Fraction =>
  from.id === to.id ? new Fraction(1) : exactRate(from.exchange_rate).div(exactRate(to.exchange_rate));

/** «1 USD = 3.75 SAR»: a rate in the direction in which it is the larger number, to six digits. */
export function saidRate(rate: number, from: string, to: string): string {
  const exact = exactRate(rate);
  const [one, other, larger] = exact.lt(1) ? [to, from, exact.inverse()] : [from, to, exact];
  return `1 ${one} = ${decimalOf(larger).prec(6, Big.roundHalfUp).toFixed()} ${other}`;
}

/** Whether a rate equals the exact one: as it is, as it is shown, or as JSON carries it. */
export function isShown(exact: Big | string, rate: Big | string) {
  return Big(exact).minus(rate).abs().lte(Big(exact).times("1e-11"));
}

/** The rate that a form showed before anybody typed, and its pair of currencies. */
export type RateShown = { from: number; to: number; rate: string };

/** Writes it for a form's hidden field: `3-2-3.75`. */
export const writeRateShown = ({ from, to, rate }: RateShown) => `${from}-${to}-${rate}`;

export function readRateShown(text: unknown): RateShown | undefined {
  const [, from, to, rate = ""] = /^(\d{1,10})-(\d{1,10})-(\d+(?:\.\d+)?)$/.exec(String(text ?? "")) ?? [];
  return from ? { from: Number(from), to: Number(to), rate } : undefined;
}

/** The equivalent while the user types: amount × rate, rounded to the target's decimals; null without valid input. */
export function shownEquivalent(amount: string, rate: Fraction | string, decimals: number): number | null {
  try {
    const exact = typeof rate === "string" ? exactRate(amountOf(rate)) : rate;
    const worth = decimalOf(exact.mul(Big(amountOf(amount)).toFixed())).round(decimals, Big.roundHalfUp);
    return worth.gt(0) && worth.lt("1e15") ? worth.toNumber() : null;
  } catch {
    return null; // an incomplete number
  }
}

/** A typed number with Latin digits and without separators. */
export const amountOf = (text: string) => latinDigits(text).replaceAll(",", "").trim();

/** Whether a typed amount equals this one. */
export function isSame(text: string, amount: number) {
  try {
    return Big(amountOf(text)).eq(amount);
  } catch {
    return false; // an incomplete number
  }
}
