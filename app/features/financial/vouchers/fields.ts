import type { Fields } from "~/domain/fields";
import { type ChequeState, chequeStates, returnedStates, voucherStates } from "~/features/money/voucher";

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
export const methodField = { label: "طريقة الدفع", kind: "choice", sheet: { width: 8 } } as const;

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
  sheet: { width: 8 },
} as const satisfies Fields[string];

const chequeState = {
  label: "حالة الشيك",
  kind: "choice",
  optional: true,
  computed: true,
  sheet: { width: 12, after: "status" },
} as const;

/** Whether the cheque of a voucher was returned, and why. */
export const chequeFields = {
  cheque_state: { ...chequeState, choices: returnedStates.labels },
  return_reason: {
    label: "سبب الارتجاع",
    kind: "text",
    max: 200,
    optional: true,
    computed: true,
    inSheet: false, // beside the state
  },
} as const satisfies Fields;

/** The cheque of a receipt: where it is, the bank on which it is drawn, its due date, and where and when it was collected. */
export const receivedChequeFields = {
  ...chequeFields,
  cheque_state: { ...chequeState, choices: chequeStates.labels },
  cheque_bank: {
    label: "البنك المسحوب عليه",
    kind: "text",
    max: 100,
    optional: true,
    inSheet: false, // beside the state
  },
  cheque_due_date: {
    label: "تاريخ استحقاق الشيك",
    kind: "date",
    optional: true,
    sheet: { width: 11, after: "description" },
  },
  collected_on: {
    label: "تاريخ التحصيل",
    kind: "date",
    optional: true,
    computed: true,
    inSheet: false, // beside the state
  },
  collected_account_id: {
    label: "حُصّل في",
    kind: "reference",
    to: "accounts",
    optional: true,
    computed: true,
    inSheet: false,
  },
} as const satisfies Fields;

/** The cell of a cheque's state and bank, with why the bank returned it, or when and where it was collected. */
export const chequeCell = ({
  cheque_state,
  cheque_bank,
  return_reason,
  collected_on,
  collected_account,
}: {
  cheque_state: ChequeState | null;
  cheque_bank?: string | null;
  return_reason: string | null;
  collected_on?: string | null;
  collected_account?: string | null;
}) =>
  [
    cheque_state && chequeStates.labels[cheque_state],
    cheque_bank,
    return_reason,
    collected_on,
    collected_account,
  ]
    .filter(Boolean)
    .join("، ") || null;
