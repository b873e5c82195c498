import type { Entity } from "~/domain/entity";
import type { PaymentMethod, VoucherStatus } from "~/features/money/voucher";
import type { ShownCurrency } from "~/ui/money";

/** A receipt voucher (سند قبض), as the API shows one (spec §3). */
export type Receipt = {
  id: number;
  receipt_number: string;
  date: string;
  customer_id: number;
  customer: string;
  customer_details: { name: string; phone: string };
  contract_id: number | null;
  contract_number: string | null;
  contract: {
    contract_number: string;
    start_date: string;
    total_amount: number;
    remaining_amount: number;
    currency: ShownCurrency;
  } | null;
  amount: number;
  currency_id: number;
  currency_code: string;
  currency: ShownCurrency;
  payment_method: PaymentMethod;
  payment_reference: string | null;
  /** The account's name; its number stands under the kind that it is. */
  account: string;
  cash_box_id: number | null;
  bank_account_id: number | null;
  description: string;
  exchange_rate_at_payment: number;
  /** In the contract's currency; without a contract, in what was the base when it was booked. */
  equivalent_amount: number;
  equivalent_currency: ShownCurrency & { id: number };
  received_by: string;
  /** What it has in common with the vouchers of the same payment, where one was divided over several contracts. */
  split_id: string | null;
  status: VoucherStatus;
  created_at: string;
  updated_at: string;
};

export const receipt = {
  table: "receipt_vouchers",
  path: "/financial/receipts",
  key: "receipt_vouchers",
  item: "receipt_voucher",
  write: "manage_financials",
  labels: {
    receipt_number: "رقم السند",
    customer_id: "العميل",
    contract_id: "العقد",
    currency_id: "عملة الدفع",
    amount: "المبلغ المستلم",
    exchange_rate_at_payment: "سعر الصرف",
    rate_shown: "سعر الصرف المعروض",
    equivalent_amount: "المبلغ المعادل",
    payment_method: "طريقة الدفع",
    payment_reference: "رقم الشيك أو الحوالة",
    cash_box_id: "الصندوق",
    bank_account_id: "الحساب البنكي",
    date: "تاريخ السند",
    description: "البيان",
    contract_ids: "العقود",
    split_id: "الدفعة المقسمة",
    status: "الحالة",
  },
  failures: { save: "فشل حفظ السند", remove: "فشل حذف السند" },
} as const satisfies Entity;
