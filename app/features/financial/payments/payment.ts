import type { Entity } from "~/domain/entity";
import { internal, type RowOf, withLabels } from "~/domain/fields";
import type { Hit } from "~/domain/hit";
import { formatMoney } from "~/domain/money";
import { namesOf } from "~/domain/states";
import { campaignField } from "~/features/campaigns/campaign-field";
import { eventDayLabel } from "~/features/money/event-day";
import { type PaymentMethod, paymentMethodLabels, shownState, shownStates } from "~/features/money/voucher";
import {
  accountFields,
  chequeFields,
  currencyField,
  descriptionField,
  methodField,
  statusField,
} from "../vouchers/fields";
import { paidFor, purposeFields } from "../vouchers/purpose";

export const beneficiaryTypeLabels = {
  customer: "عميل",
  agent: "وكيل",
  supplier: "مورد",
  expense: "مصروف",
  other: "جهة أخرى",
};
export const beneficiaryTypes = namesOf(beneficiaryTypeLabels);
export type BeneficiaryType = keyof typeof beneficiaryTypeLabels;

/** Whether a voucher to this type of beneficiary may name a campaign; what partners are paid is in their invoices. */
export const mayNameCampaign = (type: string) => type === "expense" || type === "other";

/** The methods of a payment: cash, transfer or cheque (spec §9). */
export type PayingMethod = Exclude<PaymentMethod, "credit_card">;
const { credit_card: _, ...others } = paymentMethodLabels;
export const payingMethodLabels: Record<PayingMethod, string> = others;
export const payingMethods = namesOf(payingMethodLabels);

/** A payment voucher (سند صرف) as calls show it (spec §3). */
export type Payment = RowOf<(typeof payment)["fields"]> & {
  invoice_number: string | null;
  contract_number: string | null;
  contract_currency: { code: string; decimals: number } | null;
  /** Whose contract it is; another who paid it may get the refund. */
  contract_customer: { id: number; name: string } | null;
  /** The name of the service that it gives back. */
  service: string | null;
  /** The currency's code. */
  currency: string;
  currency_symbol: string;
  currency_decimals: number;
  /** The account's name; its number is in the field of its kind. */
  account: string;
  /** The day of the event that cancelled it. */
  cancelled_on: string | null;
};

/** The voucher's currency, for showing its amount. */
export const currencyOf = ({
  currency,
  currency_symbol,
  currency_decimals,
}: Pick<Payment, "currency" | "currency_symbol" | "currency_decimals">) => ({
  code: currency,
  symbol: currency_symbol,
  decimals: currency_decimals,
});

/** The invoice that it settles. */
const invoice = {
  label: "سداد فاتورة",
  kind: "reference",
  to: "invoices",
  optional: true,
  stored: false,
  inSheet: false,
} as const;

export const payment = withLabels(
  {
    table: "payment_vouchers",
    path: "/financial/payments",
    write: "manage_financials",
    fields: {
      payment_number: { label: "رقم السند", kind: "code", max: 20, computed: true },
      /** May be left out: the reference decides it. */
      beneficiary_type: {
        label: "نوع المستفيد",
        kind: "choice",
        choices: beneficiaryTypeLabels,
        sheet: { after: "date" },
      },
      customer_id: { label: "العميل", kind: "reference", to: "customers", optional: true, inSheet: false },
      agent_id: { label: "الوكيل", kind: "reference", to: "agents", optional: true, inSheet: false },
      supplier_id: { label: "المورد", kind: "reference", to: "suppliers", optional: true, inSheet: false },
      expense_id: { label: "المصروف", kind: "reference", to: "expenses", optional: true, inSheet: false },
      /** The referenced beneficiary's name, or a typed name. */
      beneficiary: {
        label: "اسم المستفيد",
        kind: "text",
        max: 200,
        sheet: { width: 32, after: "beneficiary_type" },
      },
      /** What an expense or a payment to others is spent on; without one it is general. */
      campaign_id: { ...campaignField, optional: true, sheet: { width: 28, after: "description" } },
      agent_invoice_id: invoice,
      purchase_invoice_id: invoice,
      /** The cancelled contract of which it gives back. */
      contract_id: {
        label: "رد من العقد",
        kind: "reference",
        to: "contracts",
        by: "contract_number",
        optional: true,
        sheet: { width: 13, after: "settled_amount" },
      },
      ...purposeFields(paidFor),
      /** Whether a payment to a customer without a contract is not set against what he is to get back. */
      not_refund: {
        label: "ليس ردًا",
        kind: "flag",
        words: { true: "نعم", false: "لا" },
        hasDefault: true,
        inSheet: false,
      },
      currency_id: currencyField,
      amount: { label: "المبلغ", kind: "price", sheet: { after: "beneficiary" } },
      /** The part of the invoice that it paid, in riyals; the rate is riyals for one unit. */
      settled_amount: { label: "المسدد من الفاتورة", kind: "price", optional: true, computed: true },
      /** What it gave back of the contract, in the contract's currency, to which the rate is then. */
      refunded_amount: {
        label: "المردود من العقد",
        kind: "price",
        optional: true,
        stored: false,
        ...internal,
      },
      exchange_rate_at_payment: { label: "سعر الصرف", kind: "price", optional: true, ...internal },
      payment_method: { ...methodField, choices: payingMethodLabels },
      ...accountFields,
      date: { label: "تاريخ السند", kind: "documentDate", sheet: { after: "payment_number" } },
      ...chequeFields,
      description: { ...descriptionField, optional: true },
      paid_by: { label: "حرره", kind: "text", max: 100, computed: true },
      status: statusField,
    },
    required: "الرجاء تعبئة جميع الحقول المطلوبة بشكل صحيح",
    failures: { create: "فشل إصدار السند", update: "فشل تحديث السند", remove: "فشل حذف السند" },
    saved: "تم تحديث",
  },
  { event_date: eventDayLabel, reason: chequeFields.return_reason.label },
) satisfies Entity;

/** Whether it gives back to one who paid another's contract. */
export const isOfAnother = ({
  contract_customer,
  customer_id,
}: Pick<Payment, "contract_customer" | "customer_id">) =>
  contract_customer !== null && contract_customer.id !== customer_id;

/** The effect of cancelling or deleting a voucher (spec §8). */
export const amountReturns = "سيعاد المبلغ إلى الحساب.";

export const paymentHit = (row: Payment): Hit => ({
  title: row.payment_number,
  facts: row.payment_reference ? [row.beneficiary, row.payment_reference] : [row.beneficiary],
  amount: formatMoney(row.amount, currencyOf(row)),
  state: shownStates.labels[shownState(row)],
  tone: shownStates.tones[shownState(row)],
  href: `${payment.path}/${row.id}`,
});
