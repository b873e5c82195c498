import type { Fields } from "~/domain/fields";
import { type ChequeState, chequeStates, voucherStates } from "~/features/money/voucher";

const account = { kind: "reference", to: "accounts", optional: true, stored: false, inSheet: false } as const;

/** The fields of every voucher about its account: the number of a cheque or transfer, and the account. */
export const accountFields = {
  payment_reference: { label: "رقم الشيك أو الحوالة", kind: "code", max: 100, optional: true },
  cash_box_id: { ...account, label: "الصندوق" },
  bank_account_id: { ...account, label: "الحساب البنكي" },
} as const satisfies Fields;

export const currencyField = {
  label: "العملة",
  kind: "reference",
  to: "currencies",
  sheet: { width: 8, after: "amount" },
} as const satisfies Fields[string];

/** Each kind of voucher has its own choices. */
export const methodField = { label: "طريقة الدفع", kind: "choice", sheet: { width: 10 } } as const;

export const descriptionField = {
  label: "البيان",
  kind: "longText",
  max: 500,
  sheet: { width: 40, after: "status" },
} as const satisfies Fields[string];

export const statusField = {
  label: "الحالة",
  kind: "choice",
  choices: voucherStates.labels,
  computed: true,
  sheet: { width: 10 },
} as const satisfies Fields[string];

/** Where the cheque of a voucher is, and why the bank returned it. */
export const chequeFields = {
  cheque_state: {
    label: "حالة الشيك",
    kind: "choice",
    choices: chequeStates.labels,
    optional: true,
    computed: true,
    sheet: { width: 12, after: "status" },
  },
  return_reason: {
    label: "سبب الارتجاع",
    kind: "text",
    max: 200,
    optional: true,
    computed: true,
    inSheet: false, // beside the state
  },
} as const satisfies Fields;

/** The cell of a cheque's state, with why the bank returned it. */
export const chequeCell = ({
  cheque_state,
  return_reason,
}: {
  cheque_state: ChequeState | null;
  return_reason: string | null;
}) => cheque_state && [chequeStates.labels[cheque_state], return_reason].filter(Boolean).join("، ");
