import Big from "big.js";
import currencyCodes from "currency-codes";
import type Fraction from "fraction.js";
import { formatAmount } from "~/domain/money";
import { decimalOf, exactRate } from "./divide";

/** An exact amount as text; its name or its neighbour names the currency. Never a binary float. */
export type Decimal = string;

const minorUnits = new Map(currencyCodes.data.map(({ code, digits }) => [code, digits]));

/** The digits after the point by ISO 4217; 2 for an unknown code (rulings §3). */
export const minorUnit = (currencyCode: string): number => minorUnits.get(currencyCode.toUpperCase()) ?? 2;

/** A currency as rows with amounts show it (spec §3: id and symbol, and what formatting the amount needs). */
export function shownCurrency(id: number, code: string, symbol: string) {
  return { id, code, symbol, decimals: minorUnit(code) };
}

/** Rounds half away from zero to the currency's minor unit. PostgreSQL's NaN, which no screen writes, stays as it is. */
export function roundTo(amount: Big | Decimal, currencyCode: string): Decimal {
  if (amount === "NaN") return amount;
  const decimals = minorUnit(currencyCode);
  return Big(amount).round(decimals, Big.roundHalfUp).toFixed(decimals);
}

/** An amount with its currency's code, for a sentence: `1,234.50 USD`. */
export const amountInText = (amount: Big | Decimal, currencyCode: string) =>
  `${formatAmount(Number(roundTo(amount, currencyCode)), minorUnit(currencyCode))} ${currencyCode}`;

/** Whether an amount has no more decimals than its currency. */
export function fits(amount: Decimal, currencyCode: string) {
  return Big(amount).eq(roundTo(amount, currencyCode));
}

/** The refusal of an amount with more decimals than its currency; `what` is «المبلغ» or «الرصيد». */
export function tooFine(what: string, currencyCode: string) {
  const decimals = minorUnit(currencyCode);
  const most = decimals === 2 ? "خانتين عشريتين" : `${decimals} خانات عشرية`;
  return `${what} بعملة ${currencyCode} لا يقبل ${decimals ? `أكثر من ${most}` : "كسورًا عشرية"}`;
}

/** The exact rate from one currency to another. */
export const rateBetween = (from: Decimal, to: Decimal): Fraction => exactRate(from).div(exactRate(to));

/**
 * Converts `amount` from a currency with `rateFrom` to one with `rateTo`: multiplies first, divides once, does not round (rulings
 * §3).
 */
export const convert = (amount: Decimal, rateFrom: Decimal, rateTo: Decimal): Big =>
  decimalOf(rateBetween(rateFrom, rateTo).mul(amount));
