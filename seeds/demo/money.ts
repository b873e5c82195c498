import Big from "big.js";
import currencyCodes from "currency-codes";

// A copy of app/'s arithmetic (rulings §3), since migrations and seeds import nothing from there.

/** A currency's code and its rate to the base currency. */
export type Rated = { code: string; exchange_rate: string };

export const minorUnit = (code: string) => currencyCodes.code(code)?.digits ?? 2;

/** Rounds half away from zero, to the currency's minor unit. */
export function roundTo(amount: Big, code: string) {
  const decimals = minorUnit(code);
  return amount.round(decimals, Big.roundHalfUp).toFixed(decimals);
}

/** Divides exactly to 40 digits after the point. */
export function divide(dividend: Big | string, divisor: Big | string | number) {
  return new PreciseBig(dividend.toString()).div(divisor.toString());
}

const PreciseBig = Big();
PreciseBig.DP = 40;

export const convert = (amount: Big | string, from: Rated, to: Rated) =>
  divide(Big(amount).times(from.exchange_rate), to.exchange_rate);

/** The rate from one currency to another. A stored rate that was cut becomes the fraction that it stands for. */
export function rateBetween(from: Rated, to: Rated) {
  const quotient = divide(from.exchange_rate, to.exchange_rate);
  const short = quotient.prec(12, Big.roundHalfUp);
  const isShort = quotient.minus(short).abs().lte(quotient.times("1e-17"));
  return isShort ? short : quotient.round(20, Big.roundHalfUp);
}
