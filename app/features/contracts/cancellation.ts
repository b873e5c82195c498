import Big from "big.js";
import { plainAmount, type ShareKind, shareOf } from "~/features/money/share";
import { contract } from "./contract";

/** How a form gives the fee that the office keeps of a cancelled contract. */
export const feeKinds: Record<ShareKind, string> = {
  amount: "مبلغ بعملة العقد",
  percent: "نسبة من إجمالي العقد (%)",
};

/** Of several contracts, of which each may say itself what the fee is. */
export const feeKindsByTerms = { terms: "ما تعطيه شروط كل عقد", ...feeKinds };
export type FeeKind = keyof typeof feeKindsByTerms;

/** The fields of the cancelling of all contracts of a campaign. */
export const termsLabels = {
  reason: contract.labels.cancellation_reason,
  fee: contract.labels.cancellation_fee,
  fee_kind: contract.labels.fee_kind,
  fee_reason: contract.labels.fee_reason,
  event_date: contract.labels.event_date,
};

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
  const typed = plainAmount(cancellation_fee);
  if (typed === undefined) return { fault: contract.fields.cancellation_fee.wrong };
  const fee = shareOf(total_amount, currency.decimals, typed, fee_kind as ShareKind);
  const refund = Big(paid_amount).minus(refunded_amount).minus(fee);
  if (!fee.eq(fee.round(currency.decimals))) return { fault: "كسور الرسم أدق من عملة العقد." };
  return refund.lt(0) ? { fault: "الرسم أكبر مما دفعه العميل ولم يرد إليه." } : { refund };
}
