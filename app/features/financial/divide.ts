import Big from "big.js";

const PreciseBig = Big();
PreciseBig.DP = 40;

/** Division to 40 digits behind the point: what rounding comes after does not see the cut. */
export function divide(dividend: Big | string, divisor: Big | string): Big {
  return new PreciseBig(dividend.toString()).div(divisor.toString());
}
