import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import type { Decimal } from "./money.server";

/** What moved money, as the account's movements page names it. */
export type Cause =
  | "opening"
  | "adjustment"
  | "receipt"
  | "receipt_reversal"
  | "payment"
  | "payment_reversal";

export type Posting = {
  accountId: number;
  /** Signed, in the account's currency, already rounded to it. */
  amount: Decimal;
  cause: Cause;
  /** The voucher behind it. */
  documentNumber?: string;
};

/**
 * Moves money: every change of a balance is a movement, written here and nowhere else (rulings §3). What comes in is
 * posted before what goes out, so that an edit is judged by its difference.
 * @throws a refusal of the database, told as 'رصيد الحساب غير كافٍ', when a balance would fall below zero
 */
export async function post(trx: Transaction, userId: number, postings: Posting[]) {
  const moving = postings.filter(({ amount }) => !Big(amount).eq(0));
  const accounts = [...new Set(moving.map(({ accountId }) => accountId))].sort((a, b) => a - b);
  if (accounts.length > 1)
    await trx("accounts").whereIn("id", accounts).orderBy("id").forUpdate().select("id");
  for (const posting of moving.toSorted((a, b) => Big(b.amount).cmp(a.amount))) {
    await trx.raw(
      `WITH account AS (
         UPDATE accounts SET balance = balance + :amount::numeric WHERE id = :accountId RETURNING id, balance)
       INSERT INTO movements (account_id, amount, balance_after, cause, document_number, user_id)
       SELECT id, :amount::numeric, balance, :cause, :documentNumber, :userId FROM account`,
      { ...posting, documentNumber: posting.documentNumber ?? null, userId },
    );
  }
}
