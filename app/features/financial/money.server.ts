import Big from "big.js";
import currencyCodes from "currency-codes";
import { divide } from "./divide";

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

/**
 * The rate from one currency to another. A stored rate that never ends, such as 1 ÷ 3.75, was cut somewhere: where the
 * quotient is a shorter number but for that cut, it is that number, so that what is booked is amount × the rate shown.
 */
export function rateBetween(from: Decimal, to: Decimal): Big {
  const quotient = divide(from, to);
  const short = quotient.prec(12, Big.roundHalfUp);
  return quotient.minus(short).abs().lte(quotient.times("1e-17")) ? short : quotient;
}

/** `amount` of a currency worth `rateFrom`, in one worth `rateTo` (rulings §3); not rounded. */
export const convert = (amount: Big | Decimal, rateFrom: Decimal, rateTo: Decimal): Big =>
  rateBetween(rateFrom, rateTo).times(amount);
