import Big from "big.js";
import { plainAmount, type ShareKind, shareOf } from "~/features/money/share";

export const discountKinds: Record<ShareKind, string> = {
  amount: "مبلغ بعملة العقد",
  percent: "نسبة من السعر (%)",
};

/** What a typed discount leaves of a price; undefined while it is unclear. The server checks it again. */
export function discountedTotal(
  price: string | number,
  decimals: number,
  { discount_amount, discount_kind }: Record<string, unknown>,
) {
  const typed = plainAmount(discount_amount);
  if (typed === undefined) return undefined;
  const discount = shareOf(price, decimals, typed, discount_kind as ShareKind);
  return discount.gt(price) ? undefined : { discount, total: Big(price).minus(discount) };
}
