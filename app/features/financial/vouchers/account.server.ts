import Big from "big.js";
import type { Knex } from "knex";
import type { Transaction } from "~/db/knex.server";
import type { Step } from "~/db/together.server";
import { invalid } from "~/domain/domain-error";
import { type Cause, type LockedAccount, type Posting, postingSteps } from "~/features/money/ledger.server";
import { convert, type Decimal, roundTo } from "~/features/money/money.server";
import type { Currency } from "~/features/money/rates.server";
import type { PaymentMethod } from "~/features/money/voucher";

/** Cash pays from and into a cash box, the other methods a bank account (spec §9); undefined where it was not chosen. */
export const accountIdOf = (
  payment_method: PaymentMethod,
  account: { cash_box_id?: number | null; bank_account_id?: number | null },
) => account[accountField(payment_method)] ?? undefined;

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

/** What of a voucher moves money: so much of its account's currency. */
type Booked = { account_id: number; account_amount: Decimal };

/**
 * What books a voucher's money, into its account for a receipt, out of it for a payment. What was booked before goes
 * back where it differs; null for what is not, or not yet, booked.
 */
export function bookMoney(
  trx: Transaction,
  userId: number,
  voucher: { kind: "receipt" | "payment"; number: string | Knex.Raw },
  before: Booked | null,
  after: Booked | null,
): Step[] {
  const isSame =
    before &&
    after &&
    before.account_id === after.account_id &&
    Big(before.account_amount).eq(after.account_amount);
  if (isSame) return [];
  const sign = voucher.kind === "receipt" ? 1 : -1;
  const posting = ({ account_id, account_amount }: Booked, times: number, cause: Cause): Posting => ({
    accountId: account_id,
    amount: Big(account_amount).times(times).toFixed(),
    cause,
    documentNumber: voucher.number,
  });
  return postingSteps(trx, userId, [
    ...(before ? [posting(before, -sign, `${voucher.kind}_reversal`)] : []),
    ...(after ? [posting(after, sign, voucher.kind)] : []),
  ]);
}
