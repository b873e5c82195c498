import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import type { Hit } from "~/domain/hit";
import { formatMoney, type ShownCurrency } from "~/domain/money";
import { transfersPath } from "~/features/links/transfer-address";
import { eventDayLabel } from "~/features/money/event-day";
import { voucherStates } from "~/features/money/voucher";
import { descriptionField, statusField } from "../vouchers/fields";

/** A transfer between two accounts (سند تحويل) as calls show it: books.md, rule 8. */
export type Transfer = RowOf<(typeof transfer)["fields"]> & {
  /** The names of the accounts, with their holders. */
  from: string;
  to: string;
  from_holder: string | null;
  to_holder: string | null;
  /** The currency of the amount that leaves, and of the fee. */
  currency_id: number;
  currency: ShownCurrency;
  /** The currency of the amount that arrives. */
  to_currency: ShownCurrency;
  fee_expense: string | null;
  /** The day of the event that cancelled it. */
  cancelled_on: string | null;
  created_by: string | null;
};

const account = { kind: "reference", to: "accounts", inSheet: false } as const;
const ofKind = { ...account, optional: true, stored: false } as const;

export const transfer = withLabels(
  {
    table: "transfers",
    path: transfersPath,
    write: "manage_financials",
    fields: {
      transfer_number: { label: "رقم السند", kind: "code", max: 20, computed: true, sheet: { width: 14 } },
      date: { label: "تاريخ السند", kind: "documentDate" },
      /** A call may name an account by its kind. */
      from_account_id: { ...account, label: "من حساب" },
      from_cash_box_id: { ...ofKind, label: "من الصندوق" },
      from_bank_account_id: { ...ofKind, label: "من الحساب البنكي" },
      to_account_id: { ...account, label: "إلى حساب" },
      to_cash_box_id: { ...ofKind, label: "إلى الصندوق" },
      to_bank_account_id: { ...ofKind, label: "إلى الحساب البنكي" },
      from_amount: { label: "المبلغ الخارج", kind: "price" },
      to_amount: { label: "المبلغ الداخل", kind: "price" },
      fee_amount: { label: "الرسوم", kind: "price", hasDefault: true },
      fee_expense_id: {
        label: "مصروف الرسوم",
        kind: "reference",
        to: "expenses",
        optional: true,
        inSheet: false,
      },
      description: { ...descriptionField, sheet: { width: 40 }, optional: true },
      status: statusField,
    },
    failures: { create: "فشل تسجيل التحويل", update: "فشل تحديث التحويل", remove: "فشل حذف التحويل" },
  },
  { event_date: eventDayLabel },
) satisfies Entity;

/** A transfer in search results. It has no screen of its own, only its row in the list and its print. */
export const transferHit = ({ transfer_number, from, to, from_amount, currency, status }: Transfer): Hit => ({
  title: transfer_number,
  facts: [`من ${from}`, `إلى ${to}`],
  amount: formatMoney(from_amount, currency),
  state: voucherStates.labels[status],
  tone: voucherStates.tones[status],
  href: `${transfer.path}?search=${transfer_number}`,
});
