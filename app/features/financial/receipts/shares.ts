import Big from "big.js";
import { divide } from "~/features/money/divide";

/**
 * Divides the rest of an amount by weights among those without a given share. The shares always sum up to the amount, to the last
 * minor unit.
 * @param parts each with its given share or null, and the weight that counts without one
 * @returns the shares; null if the given shares leave nothing for the others, or, without others, are not the amount
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
    // The share of all up to this one, less the shares before: the roundings add up to nothing.
    weighed = weighed.plus(weight);
    const upToHere = divide(rest.times(weighed), weights).round(decimals, Big.roundHalfUp);
    const own = upToHere.minus(sum);
    sum = upToHere;
    return own.toFixed(decimals);
  });
}
