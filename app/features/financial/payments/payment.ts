import type { Entity } from "~/domain/entity";
import { paymentMethodLabels, type VoucherStatus } from "~/features/money/voucher";

export const beneficiaryTypes = ["customer", "agent", "supplier", "expense", "other"] as const;
export type BeneficiaryType = (typeof beneficiaryTypes)[number];
export const beneficiaryTypeLabels: Record<BeneficiaryType, string> = {
  customer: "عميل",
  agent: "وكيل",
  supplier: "مورد",
  expense: "مصروف",
  other: "جهة أخرى",
};

/** A payment leaves by cash, transfer or cheque (spec §9). */
export const payingMethods = ["cash", "bank_transfer", "cheque"] as const;
export type PayingMethod = (typeof payingMethods)[number];
const { credit_card: _, ...payingMethodLabels } = paymentMethodLabels;

export { payingMethodLabels };

/** A payment voucher (سند صرف), as the API shows one (spec §3). */
export type Payment = {
  id: number;
  payment_number: string;
  date: string;
  beneficiary_type: BeneficiaryType;
  /** By name, or as it was typed. */
  beneficiary: string;
  customer_id: number | null;
  agent_id: number | null;
  supplier_id: number | null;
  expense_id: number | null;
  agent_invoice_id: number | null;
  purchase_invoice_id: number | null;
  invoice_number: string | null;
  /** What was taken off the invoice, in riyals, and at how many riyals for one unit. */
  settled_amount: number | null;
  exchange_rate_at_payment: number | null;
  amount: number;
  currency_id: number;
  /** By its code. */
  currency: string;
  currency_symbol: string;
  currency_decimals: number;
  payment_method: PayingMethod;
  payment_reference: string | null;
  /** The account's name; its number stands under the kind that it is. */
  account: string;
  cash_box_id: number | null;
  bank_account_id: number | null;
  description: string | null;
  paid_by: string;
  status: VoucherStatus;
  created_at: string;
  updated_at: string;
};

/** How amounts of a voucher are shown. */
export const currencyOf = ({
  currency,
  currency_symbol,
  currency_decimals,
}: Pick<Payment, "currency" | "currency_symbol" | "currency_decimals">) => ({
  code: currency,
  symbol: currency_symbol,
  decimals: currency_decimals,
});

export const payment = {
  table: "payment_vouchers",
  path: "/financial/payments",
  key: "payment_vouchers",
  item: "payment_voucher",
  write: "manage_financials",
  labels: {
    payment_number: "رقم السند",
    beneficiary_type: "نوع المستفيد",
    customer_id: "العميل",
    agent_id: "الوكيل",
    supplier_id: "المورد",
    expense_id: "المصروف",
    beneficiary: "اسم المستفيد",
    agent_invoice_id: "سداد فاتورة",
    purchase_invoice_id: "سداد فاتورة",
    currency_id: "العملة",
    amount: "المبلغ",
    settled_amount: "المسدد من الفاتورة",
    exchange_rate_at_payment: "سعر الصرف إلى الريال",
    payment_method: "طريقة الدفع",
    payment_reference: "رقم الشيك أو الحوالة",
    cash_box_id: "الصندوق",
    bank_account_id: "الحساب البنكي",
    date: "تاريخ السند",
    description: "البيان",
    paid_by: "حرره",
    status: "الحالة",
  },
  required: "الرجاء تعبئة جميع الحقول المطلوبة بشكل صحيح",
  failures: { create: "فشل إصدار السند", update: "فشل تحديث السند", remove: "فشل حذف السند" },
  saved: "تم تحديث",
} as const satisfies Entity;

/** What cancelling or deleting a voucher does (spec §8). */
export const amountReturns = "سيعاد المبلغ إلى الحساب.";
