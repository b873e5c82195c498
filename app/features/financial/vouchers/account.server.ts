import Big from "big.js";
import type { Knex } from "knex";
import type { Transaction } from "~/db/knex.server";
import type { Step } from "~/db/together.server";
import { invalid } from "~/domain/domain-error";
import { type Cause, type LockedAccount, type Posting, postingSteps } from "~/features/money/ledger.server";
import { convert, type Decimal, roundTo } from "~/features/money/money.server";
import type { Currency } from "~/features/money/rates.server";
import type { PaymentMethod } from "~/features/money/voucher";

/** The chosen account: a cash box for cash, a bank account for other methods (spec §9); undefined if none was chosen. */
export const accountIdOf = (
  payment_method: PaymentMethod,
  account: { cash_box_id?: number | null; bank_account_id?: number | null },
) => account[accountField(payment_method)] ?? undefined;

export const accountField = (payment_method: PaymentMethod) =>
  payment_method === "cash" ? "cash_box_id" : "bank_account_id";

/** @throws DomainError invalid, at the account's field, if the account is of the other kind, deleted, inactive or for cheques in hand */
export function checkAccount(
  payment_method: PaymentMethod,
  account: LockedAccount | undefined,
): asserts account is LockedAccount {
  requireAccount(account, accountField(payment_method));
  requireMoneyPlace(account, accountField(payment_method));
}

/** @throws DomainError invalid, at the field, for an account of cheques in hand: only receipts by cheque and collecting move its money */
export function requireMoneyPlace({ is_cheques_in_hand }: LockedAccount, field: string) {
  if (is_cheques_in_hand)
    throw invalid(
      field,
      "حساب شيكات برسم التحصيل: لا تدخله إلا شيكات سندات القبض، ولا تخرج منه إلا بتحصيلها",
    );
}

/**
 * Checks the account that a field names: `cash_box_id`, `bank_account_id`, or another, which may name either kind.
 * @param isKept whether the document has it already: it may then be deleted or inactive
 * @throws DomainError invalid, at the field
 */
export function requireAccount(
  account: LockedAccount | undefined,
  field: string,
  isKept = false,
): asserts account is LockedAccount {
  const [kind, name] = field.endsWith("cash_box_id")
    ? ["cash_box", "الصندوق"]
    : field.endsWith("bank_account_id")
      ? ["bank", "الحساب البنكي"]
      : [account?.kind, "الحساب"];
  if (!account || account.kind !== kind || (account.deleted_at && !isKept))
    throw invalid(field, `${name} غير موجود`);
  if (account.status !== "active" && !isKept) throw invalid(field, `${name} غير نشط`);
}

/** A voucher's amount in its account's currency, at the present rates. @throws DomainError invalid if it rounds to zero */
export function amountInAccount(amount: Decimal, currency: Currency, account: Currency): Decimal {
  if (account.id === currency.id) return amount;
  const worth = roundTo(convert(amount, currency.exchange_rate, account.exchange_rate), account.code);
  if (Big(worth).eq(0)) throw invalid("amount", "المبلغ أصغر من أصغر وحدة في عملة الحساب");
  return worth;
}

/** The amount that a voucher books, in its account's currency. */
type AccountBooking = { account_id: number; account_amount: Decimal };

/**
 * The statements that book a voucher's money: into its account for a receipt, out of it for a payment. If the booking differs
 * from the one before, that one is reversed. Null means not booked.
 */
export function bookMoney(
  trx: Transaction,
  userId: number,
  voucher: { kind: "receipt" | "payment"; number: string | Knex.Raw },
  before: AccountBooking | null,
  after: AccountBooking | null,
): Step[] {
  const isSame =
    before &&
    after &&
    before.account_id === after.account_id &&
    Big(before.account_amount).eq(after.account_amount);
  if (isSame) return [];
  const sign = voucher.kind === "receipt" ? 1 : -1;
  const posting = ({ account_id, account_amount }: AccountBooking, times: number, cause: Cause): Posting => ({
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
