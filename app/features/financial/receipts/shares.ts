import Big from "big.js";
import { divide } from "~/features/money/divide";

/**
 * Divides what is left of an amount over those without a share of their own, by their weights and to the last minor unit:
 * the shares together are always the amount.
 * @param parts each with the share that it was given, or without one, and the weight that counts then
 * @returns the shares; null where those that were given do not come to the amount
 */
export function divideAmount(
  amount: string,
  parts: { share?: string | null; weight: Big | string }[],
  decimals: number,
): string[] | null {
  const isOpen = ({ share }: { share?: string | null }) => share === undefined || share === null;
  const rest = parts.reduce((sum, { share }) => sum.minus(share ?? 0), Big(amount));
  const weights = parts.filter(isOpen).reduce((sum, { weight }) => sum.plus(weight), Big(0));
  if (!parts.some(isOpen) ? !rest.eq(0) : rest.lte(0) || weights.lte(0)) return null;
  let weighed = Big(0);
  let sum = Big(0);
  return parts.map(({ share, weight }) => {
    if (share !== undefined && share !== null) return share;
    // What all up to this one get, less what those before it got: no minor unit is lost or made.
    weighed = weighed.plus(weight);
    const upToHere = divide(rest.times(weighed), weights).round(decimals, Big.roundHalfUp);
    const own = upToHere.minus(sum);
    sum = upToHere;
    return own.toFixed(decimals);
  });
}
