import Big from "big.js";
import Fraction from "fraction.js";

const PreciseBig = Big();
PreciseBig.DP = 40;

/** Divides to 40 digits after the point, which is exact enough for any later rounding. */
export function divide(dividend: Big | string, divisor: Big | string): Big {
  return new PreciseBig(dividend.toString()).div(divisor.toString());
}

/** A fraction to 40 digits after the point. */
export const decimalOf = ({ s, n, d }: Fraction): Big => divide(String(s * n), String(d));

/**
 * The fraction of a rate. A rate of many digits was cut at its last one: 0.26666666666666666667 becomes 4/15, if so simple a
 * fraction cannot be a coincidence. Other rates stay as they are. Amounts are multiplied by it and divided once (rulings §3).
 */
export function exactRate(rate: Big | string | number): Fraction {
  const text = Big(rate).toFixed();
  const fraction = new Fraction(text);
  const [whole = "", decimals = ""] = text.split(".");
  const digits = (whole + decimals).replace(/^0+/, "").length;
  if (digits <= typedDigits && decimals.length < keptDecimals - 2) return fraction;
  const simple = fraction.simplify(Number(`1e-${decimals.length}`));
  return String(simple.n * simple.d).length <= digits - chance ? simple : fraction;
}

/**
 * A voucher keeps a rate to this many decimals: one that has all of them, but for two zeros at its end, was cut there, however few its
 * digits are.
 */
export const keptDecimals = 20;

/** A typed rate has at most this many digits. */
const typedDigits = 15;

/** A fraction with this many digits fewer than the rate is a coincidence only once in a million rates. */
const chance = 6;
