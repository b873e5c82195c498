import Big from "big.js";
import Fraction from "fraction.js";
import { latinDigits } from "~/domain/digits";
import { decimalOf, exactRate, keptDecimals } from "./divide";

type RatedCurrency = { id: number; exchange_rate: number };

/** The stored rate from one currency to another (rulings §3). */
export const storedRate = (from: RatedCurrency, to: RatedCurrency): Fraction =>
  from.id === to.id ? new Fraction(1) : exactRate(from.exchange_rate).div(exactRate(to.exchange_rate));

/** The currencies of a rate in the order in which people say it: one of the first is worth at least one of the second. */
const orderOf = <Side>(rate: Fraction, from: Side, to: Side): [one: Side, other: Side] =>
  rate.lt(1) ? [to, from] : [from, to];

/** Turns a rate of a pair, or one that is told as the worth of `one` of its currencies, into the other. */
export const turn = <Side>(rate: Fraction, from: Side, one: Side) => (one === from ? rate : rate.inverse());

/** «1 USD = 3.75 SAR»: a rate in the direction in which it is the larger number, to six digits. */
export function saidRate(rate: Fraction | number, from: string, to: string): string {
  const exact = typeof rate === "number" ? exactRate(rate) : rate;
  const [one, other] = orderOf(exact, from, to);
  const said = decimalOf(turn(exact, from, one)).prec(6, Big.roundHalfUp);
  return `1 ${one} = ${said.toFixed()} ${other}`;
}

/** Whether a rate equals the exact one: as it is, as it is shown, or as JSON carries it. */
export function isShown(exact: Big | string, rate: Big | string) {
  return Big(exact).minus(rate).abs().lte(Big(exact).times("1e-11"));
}

/** The rate that a form showed before anybody typed: its pair of currencies, and of which of them it tells what `one` is worth. */
export type RateShown = { from: number; to: number; one: number; rate: string };

/** The other currency of a shown rate. */
export const otherOf = ({ from, to, one }: RateShown) => (one === from ? to : from);

/** A rate as a form shows it: at most twelve digits, in the direction in which people say it if no other is given. */
export function showRate(
  rate: Fraction,
  from: number,
  to: number,
  one = orderOf(rate, from, to)[0],
): RateShown {
  const told = decimalOf(turn(rate, from, one))
    .prec(12, Big.roundHalfUp)
    .round(keptDecimals, Big.roundHalfUp);
  return { from, to, one, rate: told.toFixed() };
}

/** Writes it for a form's hidden field: `3-2-3.75-3`. */
export const writeRateShown = ({ from, to, one, rate }: RateShown) => `${from}-${to}-${rate}-${one}`;

/** Reads it. A form without the direction tells the worth of one of the first currency, as all did before. */
export function readRateShown(text: unknown): RateShown | undefined {
  const match = /^(\d{1,10})-(\d{1,10})-(\d+(?:\.\d+)?)(?:-(\1|\2))?$/.exec(String(text ?? ""));
  if (!match) return undefined;
  const [, from, to, rate = "", one = from] = match;
  return { from: Number(from), to: Number(to), one: Number(one), rate };
}

/** The rate of the pair for which it was typed; undefined while it is none. */
export function typedRate({ from, one }: RateShown, text: string): Fraction | undefined {
  const plain = plainNumber(text);
  return plain && Big(plain).gt(0) ? turn(exactRate(plain), from, one) : undefined;
}

/** The equivalent while the user types: amount × rate, rounded to the target's decimals; null without valid input. */
export function shownEquivalent(amount: string, rate: Fraction | undefined, decimals: number): number | null {
  const plain = plainNumber(amount);
  if (!plain || !rate) return null;
  const worth = decimalOf(rate.mul(plain)).round(decimals, Big.roundHalfUp);
  return worth.gt(0) && worth.lt("1e15") ? worth.toNumber() : null;
}

/** A typed number of a sane length; undefined while it is none. */
function plainNumber(text: string) {
  const plain = amountOf(text);
  return /^(?=.{1,40}$)\d+(\.\d*)?$/.test(plain) ? plain.replace(/\.$/, "") : undefined;
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
