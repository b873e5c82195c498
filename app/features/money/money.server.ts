import Big from "big.js";
import currencyCodes from "currency-codes";
import type Fraction from "fraction.js";
import { decimalOf, exactRate } from "./divide";

/** An exact amount as text; its currency is said by its name or its neighbour. Never a binary float. */
export type Decimal = string;

const minorUnits = new Map(currencyCodes.data.map(({ code, digits }) => [code, digits]));

/** Digits behind the point by ISO 4217; 2 for a code that ISO does not know (rulings §3). */
export const minorUnit = (currencyCode: string): number => minorUnits.get(currencyCode.toUpperCase()) ?? 2;

/** A currency as an amount's row shows it (spec §3: id and symbol, and what it takes to write the amount). */
export function shownCurrency(id: number, code: string, symbol: string) {
  return { id, code, symbol, decimals: minorUnit(code) };
}

/** Rounds half away from zero to the currency's minor unit. */
export function roundTo(amount: Big | Decimal, currencyCode: string): Decimal {
  const decimals = minorUnit(currencyCode);
  return Big(amount).round(decimals, Big.roundHalfUp).toFixed(decimals);
}

/** Whether an amount has no more decimals than its currency. */
export function fits(amount: Decimal, currencyCode: string) {
  return Big(amount).eq(roundTo(amount, currencyCode));
}

/** Why an amount with more decimals than its currency has is refused; `what` is «المبلغ» or «الرصيد». */
export function tooFine(what: string, currencyCode: string) {
  const decimals = minorUnit(currencyCode);
  const most = decimals === 2 ? "خانتين عشريتين" : `${decimals} خانات عشرية`;
  return `${what} بعملة ${currencyCode} لا يقبل ${decimals ? `أكثر من ${most}` : "كسورًا عشرية"}`;
}

/** The rate from one currency to another, exactly. */
export const rateBetween = (from: Decimal, to: Decimal): Fraction => exactRate(from).div(exactRate(to));

/** `amount` of a currency worth `rateFrom`, in one worth `rateTo`: multiplied first, divided once, not rounded (rulings §3). */
export const convert = (amount: Decimal, rateFrom: Decimal, rateTo: Decimal): Big =>
  decimalOf(rateBetween(rateFrom, rateTo).mul(amount));
