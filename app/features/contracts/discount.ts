import Big from "big.js";
import { latinDigits } from "~/domain/digits";

export const discountKinds = { amount: "مبلغ بعملة العقد", percent: "نسبة من السعر (%)" };

export type DiscountKind = keyof typeof discountKinds;

/**
 * A discount in a currency of this many decimals.
 * @param typed an amount, or a percentage of the price
 */
export const discountOf = (
  price: string | number,
  decimals: number,
  typed: string,
  kind: DiscountKind = "amount",
) => (kind === "amount" ? Big(typed) : Big(price).times(typed).div(100).round(decimals, Big.roundHalfUp));

/** What a typed discount leaves of a price; undefined while it is unclear. The server checks it again. */
export function discountedTotal(
  price: string | number,
  decimals: number,
  { discount_amount, discount_kind }: Record<string, unknown>,
) {
  const typed = latinDigits(String(discount_amount ?? ""))
    .replaceAll(",", "")
    .trim();
  if (!/^(\d+(\.\d*)?)?$/.test(typed)) return undefined;
  const discount = discountOf(price, decimals, typed || "0", discount_kind as DiscountKind);
  return discount.gt(price) ? undefined : { discount, total: Big(price).minus(discount) };
}
