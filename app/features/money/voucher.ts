import { namesOf, statesOf } from "~/domain/states";

/* The common parts of receipt vouchers and payment vouchers (spec §4, §9). */

export const paymentMethodLabels = {
  cash: "نقدًا",
  bank_transfer: "تحويل بنكي",
  cheque: "شيك",
  credit_card: "بطاقة ائتمان",
};
export const paymentMethods = namesOf(paymentMethodLabels);
export type PaymentMethod = keyof typeof paymentMethodLabels;

const statuses = { confirmed: ["مؤكد", "good"], cancelled: ["ملغي", "bad"] } as const;
export const voucherStates = statesOf(statuses);
export type VoucherStatus = keyof typeof voucherStates.labels;

const returned = { returned: ["شيك مرتجع", "bad"] } as const;
export const chequeStates = statesOf(returned);
export type ChequeState = keyof typeof chequeStates.labels;

/** The states in which a voucher is shown: a returned cheque as that, others by their status. */
export const shownStates = statesOf({ ...statuses, ...returned });
export const shownState = ({
  status,
  cheque_state,
}: {
  status: VoucherStatus;
  cheque_state: ChequeState | null;
}) => cheque_state ?? status;

/** Whether a voucher may be returned: it is by cheque and stands. */
export const isReturnable = ({
  status,
  payment_method,
}: {
  status: VoucherStatus;
  payment_method: PaymentMethod;
}) => status === "confirmed" && payment_method === "cheque";

/** What a paper says of a returned cheque: its day and the reason. */
export const returnText = ({
  cancelled_on,
  return_reason,
}: {
  cancelled_on: string | null;
  return_reason: string | null;
}) =>
  [`${chequeStates.labels.returned}${cancelled_on ? ` في ${cancelled_on}` : ""}`, return_reason]
    .filter(Boolean)
    .join("، ");

/** What stands behind the title of a paper: «(ملغي)», «(شيك مرتجع)», or nothing. */
export const stateInTitle = (voucher: Parameters<typeof shownState>[0]) =>
  voucher.status === "cancelled" ? ` (${shownStates.labels[shownState(voucher)]})` : "";
