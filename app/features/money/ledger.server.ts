import Big from "big.js";
import type { Knex } from "knex";
import type { Db, Transaction } from "~/db/knex.server";
import { type Step, together } from "~/db/together.server";
import { officeToday } from "~/domain/office-day.server";
import type { Decimal } from "./money.server";

/** What moved money, as the account's statement names it. */
export const causeLabels = {
  opening: "رصيد افتتاحي",
  adjustment: "تسوية رصيد",
  receipt: "سند قبض",
  receipt_reversal: "عكس سند قبض",
  payment: "سند صرف",
  payment_reversal: "عكس سند صرف",
};
export type Cause = keyof typeof causeLabels;

export type Posting = {
  accountId: number;
  /** Signed, in the account's currency, already rounded to it. */
  amount: Decimal;
  cause: Cause;
  /** The voucher or the cash count behind it. */
  documentNumber?: string | Knex.Raw;
};

/** What a voucher asks of its account. */
export type LockedAccount = {
  id: number;
  kind: "bank" | "cash_box";
  name: string;
  currency_id: number;
  status: string;
  deleted_at: string | null;
};

/**
 * Locks the accounts that money is to move through, all at once and before the rest is written
 * (docs/decisions/locks.md): until then they are neither deactivated nor deleted.
 */
export const lockAccounts = (trx: Transaction, ids: number[]) =>
  accountsOf(ids, rowsOf(trx).forNoKeyUpdate());

/** The same without locks, for what is only tried out. */
export const readAccounts = (db: Db, ids: number[]) => accountsOf(ids, rowsOf(db));

const rowsOf = (db: Db) =>
  db("accounts").select("id", "kind", "name", "currency_id", "status", "deleted_at").orderBy("id");

async function accountsOf(ids: number[], query: Knex.QueryBuilder) {
  const rows: LockedAccount[] = await query.whereIn("id", [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Moves money: every change of a balance is a movement, written here and nowhere else (rulings §3). What comes in is
 * posted before what goes out, so that an edit is judged by its difference. A movement's time is the moment at which
 * its account changed, of which no two are the same: by time, movements stand as they were posted. Vouchers are kept out
 * of a closed period by their own dates, what has no document of a date by today (docs/decisions/closing.md).
 * @throws refusals of the database: 'رصيد الحساب غير كافٍ' when a balance would fall below zero, and the closed period's
 */
export async function post(trx: Transaction, userId: number, postings: Posting[]) {
  await together(trx, ...postingSteps(trx, userId, postings));
}

/** The same, to be sent with what a voucher writes besides. */
export function postingSteps(trx: Transaction, userId: number, postings: Posting[]): Step[] {
  const moving = postings
    .filter(({ amount }) => !Big(amount).eq(0))
    .sort((a, b) => Big(b.amount).cmp(a.amount));
  const hasNoDocument = moving.some(({ cause }) => cause === "opening" || cause === "adjustment");
  return [
    ...(hasNoDocument ? [() => trx.raw("SELECT refuse_closed_period(?)", [officeToday()])] : []),
    ...moving.map((posting) => () => move(trx, userId, posting)),
  ];
}

function move(trx: Transaction, userId: number, { documentNumber, ...posting }: Posting) {
  return trx.raw(
    `WITH account AS (
       UPDATE accounts SET balance = balance + :amount::numeric WHERE id = :accountId
       RETURNING id, balance, updated_at)
     INSERT INTO movements (account_id, amount, balance_after, cause, document_number, user_id, created_at)
     SELECT id, :amount::numeric, balance, :cause, :documentNumber, :userId, updated_at FROM account`,
    { ...posting, documentNumber: documentNumber ?? null, userId },
  );
}
