import Big from "big.js";
import { invalid } from "~/domain/domain-error";
import type { Cause, LockedAccount, Posting } from "../ledger.server";
import { convert, type Decimal, roundTo } from "../money.server";
import type { Currency } from "./rates.server";
import type { PaymentMethod } from "./voucher";

/** Cash pays into a cash box, the other methods into a bank account (spec §9). */
export function accountIdOf(
  payment_method: PaymentMethod,
  { cash_box_id, bank_account_id }: { cash_box_id?: number | null; bank_account_id?: number | null },
): number {
  const accountId = payment_method === "cash" ? cash_box_id : bank_account_id;
  if (accountId) return accountId;
  throw payment_method === "cash"
    ? invalid("cash_box_id", "اختر الصندوق الذي يدخله المبلغ")
    : invalid("bank_account_id", "اختر الحساب البنكي الذي يدخله المبلغ");
}

export const accountField = (payment_method: PaymentMethod) =>
  payment_method === "cash" ? "cash_box_id" : "bank_account_id";

/** @throws DomainError invalid, at the account's field, where it is another kind's, gone or idle */
export function checkAccount(
  payment_method: PaymentMethod,
  account: LockedAccount | undefined,
): asserts account is LockedAccount {
  const [kind, field, missing, idle] =
    payment_method === "cash"
      ? (["cash_box", "cash_box_id", "الصندوق غير موجود", "الصندوق غير نشط"] as const)
      : (["bank", "bank_account_id", "الحساب البنكي غير موجود", "الحساب البنكي غير نشط"] as const);
  if (account?.kind !== kind || account.deleted_at) throw invalid(field, missing);
  if (account.status !== "active") throw invalid(field, idle);
}

/** A voucher's amount in its account's currency, at the rates of now. @throws DomainError invalid where nothing is left */
export function amountInAccount(amount: Decimal, currency: Currency, account: Currency): Decimal {
  if (account.id === currency.id) return amount;
  const worth = roundTo(convert(amount, currency.exchange_rate, account.exchange_rate), account.code);
  if (Big(worth).eq(0)) throw invalid("amount", "المبلغ أصغر من أصغر وحدة في عملة الحساب");
  return worth;
}

/** What of a voucher moves money. */
type Booked = { account_id: number; account_amount: Decimal; receipt_number: string };

/** What a voucher brings into its account; a payment gives its amount negative. */
export const posting = (voucher: Booked, cause: Cause): Posting => ({
  accountId: voucher.account_id,
  amount: voucher.account_amount,
  cause,
  documentNumber: voucher.receipt_number,
});

export const reversal = (voucher: Booked, cause: Cause): Posting => ({
  ...posting(voucher, cause),
  amount: Big(voucher.account_amount).neg().toFixed(),
});
