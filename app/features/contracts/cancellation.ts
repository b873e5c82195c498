import Big from "big.js";
import { latinDigits } from "~/domain/digits";
import { contract } from "./contract";

/** How a form gives the fee that the office keeps of a cancelled contract. */
export const feeKinds = { amount: "مبلغ بعملة العقد", percent: "نسبة من إجمالي العقد (%)" };

export type FeeKind = keyof typeof feeKinds;

/** A fee in a currency of this many decimals. @param typed an amount, or a percentage of the total */
export const feeOf = (total: string | number, decimals: number, typed: string, kind: FeeKind = "amount") =>
  kind === "amount" ? Big(typed) : Big(total).times(typed).div(100).round(decimals, Big.roundHalfUp);

type Amounts = {
  total_amount: number;
  paid_amount: number;
  refunded_amount: number;
  currency: { decimals: number };
};

/** What a typed fee leaves to be given back, or why it leaves nothing. The server checks it again. */
export function refundOf(
  { total_amount, paid_amount, refunded_amount, currency }: Amounts,
  { cancellation_fee, fee_kind }: Record<string, unknown>,
): { refund?: Big; fault?: string } {
  const typed = latinDigits(String(cancellation_fee ?? ""))
    .replaceAll(",", "")
    .trim();
  if (!/^(\d+(\.\d*)?)?$/.test(typed)) return { fault: contract.fields.cancellation_fee.wrong };
  const fee = feeOf(total_amount, currency.decimals, typed || "0", fee_kind as FeeKind);
  const refund = Big(paid_amount).minus(refunded_amount).minus(fee);
  if (!fee.eq(fee.round(currency.decimals))) return { fault: "كسور الرسم أدق من عملة العقد." };
  return refund.lt(0) ? { fault: "الرسم أكبر مما دفعه العميل ولم يرد إليه." } : { refund };
}
