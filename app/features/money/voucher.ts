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
const cheques = { in_hand: ["للتحصيل", "gold"], collected: ["شيك محصل", "good"], ...returned } as const;
/** Where the cheque of a receipt is. A payment's may be returned, and nothing else. */
export const chequeStates = statesOf(cheques);
export const returnedStates = statesOf(returned);
export type ChequeState = keyof typeof chequeStates.labels;

/** The states in which a voucher is shown: a cheque in hand, collected or returned as that, others by their status. */
export const shownStates = statesOf({ ...statuses, ...cheques });
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

/** What a paper says of a cheque in hand, collected or returned: the day of that, and where it was collected or why it came back. */
export const chequeText = ({
  cheque_state,
  cancelled_on,
  return_reason,
  collected_on,
  collected_account,
}: {
  cheque_state: ChequeState;
  cancelled_on: string | null;
  return_reason: string | null;
  collected_on?: string | null;
  collected_account?: string | null;
}) => {
  const [day, more] = {
    in_hand: [null, null],
    collected: [collected_on && `في ${collected_on}`, collected_account],
    returned: [cancelled_on && `في ${cancelled_on}`, return_reason],
  }[cheque_state];
  return [[chequeStates.labels[cheque_state], day].filter(Boolean).join(" "), more]
    .filter(Boolean)
    .join("، ");
};

/** What stands behind the title of a paper: «(ملغي)», «(شيك مرتجع)», or nothing. */
export const stateInTitle = (voucher: Parameters<typeof shownState>[0]) =>
  voucher.status === "cancelled" ? ` (${shownStates.labels[shownState(voucher)]})` : "";
