import type { Entity } from "~/domain/entity";
import { internal, type RowOf, withLabels } from "~/domain/fields";
import type { Hit } from "~/domain/hit";
import { formatMoney, type ShownCurrency } from "~/domain/money";
import { namesOf } from "~/domain/states";
import { eventDayLabel } from "~/features/money/event-day";
import { paymentMethodLabels, shownState, shownStates } from "~/features/money/voucher";
import {
  accountFields,
  currencyField,
  descriptionField,
  methodField,
  receivedChequeFields,
  statusField,
} from "../vouchers/fields";
import { purposeFields, receivedFor } from "../vouchers/purpose";

export const payerTypeLabels = { customer: "عميل", agent: "وكيل", supplier: "مورد", other: "جهة أخرى" };
export const payerTypes = namesOf(payerTypeLabels);
export type PayerType = keyof typeof payerTypeLabels;

/** A reference to a payer; the payer's name has a column of its own. */
const payerField = { kind: "reference", optional: true, inSheet: false } as const;

/** An agent or supplier who pays: the field of his choice, and his number. */
export type Partner = { field: "agent_id" | "supplier_id"; id: number };

/** A receipt voucher (سند قبض) as calls show it (spec §3). */
export type Receipt = RowOf<(typeof receipt)["fields"]> & {
  /** The payer's name, whoever that is (spec §3). */
  customer: string;
  customer_details: { name: string; phone: string | null };
  /** The name of the service that it sells. */
  service: string | null;
  credited_invoice_number: string | null;
  /** The credit note that money back from a partner made. */
  credit_note_number: string | null;
  contract_number: string | null;
  contract: {
    contract_number: string;
    start_date: string;
    total_amount: number;
    remaining_amount: number;
    currency: ShownCurrency;
    /** Whose contract it is; another may pay it. */
    customer: { id: number; name: string };
  } | null;
  currency_code: string;
  currency: ShownCurrency;
  /** The account's name; its number is in the field of its kind. */
  account: string;
  /** The name of the account where its cheque was collected. */
  collected_account: string | null;
  /** The day of the event that cancelled it. */
  cancelled_on: string | null;
  equivalent_currency: ShownCurrency & { id: number };
  received_by: string;
};

export const receipt = withLabels(
  {
    table: "receipt_vouchers",
    path: "/financial/receipts",
    write: "manage_financials",
    fields: {
      receipt_number: { label: "رقم السند", kind: "code", max: 20, computed: true, sheet: { width: 14 } },
      /** Without one, the only reference decides it. */
      payer_type: {
        label: "نوع الدافع",
        kind: "choice",
        choices: payerTypeLabels,
        hasDefault: true,
        sheet: { width: 8, after: "customer_id" },
      },
      customer_id: {
        label: "العميل",
        kind: "reference",
        to: "customers",
        optional: true,
        sheet: { width: 32, after: "date" },
      },
      agent_id: { ...payerField, label: "الوكيل", to: "agents" },
      supplier_id: { ...payerField, label: "المورد", to: "suppliers" },
      /** The name of a payer who is none of these. */
      payer: { label: "اسم الدافع", kind: "text", max: 200, optional: true, inSheet: false },
      contract_id: {
        label: "العقد",
        kind: "reference",
        to: "contracts",
        optional: true,
        sheet: { width: 13, after: "payer_type" },
      },
      ...purposeFields(receivedFor),
      /** Where a receipt of a closed day was marked as a service: the day of the marking. */
      sold_on: { label: "تاريخ تسجيل الخدمة", kind: "date", optional: true, computed: true, inSheet: false },
      currency_id: { ...currencyField, label: "عملة الدفع" },
      amount: { label: "المبلغ المستلم", kind: "price", sheet: { after: "contract_id" } },
      exchange_rate_at_payment: { label: "سعر الصرف", kind: "price", sheet: { width: 10 } },
      /** In the contract's currency; without a contract, in the base currency at the time of booking. */
      equivalent_amount: { label: "المبلغ المعادل", kind: "price", computed: true, sheet: { width: 12 } },
      payment_method: { ...methodField, choices: paymentMethodLabels },
      ...accountFields,
      date: { label: "تاريخ السند", kind: "documentDate", sheet: { after: "receipt_number" } },
      ...receivedChequeFields,
      /** What the payer owes for returned cheques, in the receipt's currency. */
      charge_amount: {
        label: "رسم الشيك المرتجع",
        kind: "price",
        computed: true,
        sheet: { width: 9, after: "cheque_state" },
      },
      description: descriptionField,
      /** The invoice that money back from a partner is about. */
      credited_invoice_id: {
        label: "عن الفاتورة",
        kind: "reference",
        to: "invoices",
        by: "invoice_number",
        optional: true,
        inSheet: false, // beside the purpose
      },
      /** The same value in all vouchers of one payment that was divided over several contracts. */
      split_id: { label: "الدفعة المقسمة", kind: "code", max: 40, optional: true, ...internal },
      status: statusField,
    },
    failures: { save: "فشل حفظ السند", remove: "فشل حذف السند" },
  },
  {
    contract_ids: "العقود",
    receipt_ids: "السندات",
    shares: "الأنصبة",
    rate_shown: "سعر الصرف المعروض",
    event_date: eventDayLabel,
    reason: receivedChequeFields.return_reason.label,
  },
) satisfies Entity;

export const receiptSeries = { table: "receipt_vouchers", column: "receipt_number", prefix: "RV" } as const;

/** A receipt in search results. It has no screen of its own, only its row in the list, its form and its print. */
export const receiptHit = ({
  receipt_number,
  customer,
  payment_reference,
  amount,
  currency,
  ...row
}: Receipt): Hit => ({
  title: receipt_number,
  facts: payment_reference ? [customer, payment_reference] : [customer],
  amount: formatMoney(amount, currency),
  state: shownStates.labels[shownState(row)],
  tone: shownStates.tones[shownState(row)],
  href: `${receipt.path}?search=${receipt_number}`,
});
