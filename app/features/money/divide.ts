import Big from "big.js";
import Fraction from "fraction.js";

const PreciseBig = Big();
PreciseBig.DP = 40;

/** Division to 40 digits behind the point: what rounding comes after does not see the cut. */
export function divide(dividend: Big | string, divisor: Big | string): Big {
  return new PreciseBig(dividend.toString()).div(divisor.toString());
}

/** A fraction to 40 digits behind the point. */
export const decimalOf = ({ s, n, d }: Fraction): Big => divide(String(s * n), String(d));

/**
 * The fraction that a rate stands for. One of many digits was cut at its last: 0.26666666666666666667 stands for 4/15 where so
 * simple a fraction cannot be there by chance, and for itself otherwise. Amounts are multiplied by it, and divided once (rulings §3).
 */
export function exactRate(rate: Big | string | number): Fraction {
  const text = Big(rate).toFixed();
  const stored = new Fraction(text);
  const [whole = "", decimals = ""] = text.split(".");
  const digits = (whole + decimals).replace(/^0+/, "").length;
  if (digits <= typedDigits) return stored;
  const simple = stored.simplify(Number(`1e-${decimals.length}`));
  return String(simple.n * simple.d).length <= digits - chance ? simple : stored;
}

/** What people type has no more digits. */
const typedDigits = 15;

/** A fraction that has so many digits fewer than the rate is there by chance once in a million rates. */
const chance = 6;
