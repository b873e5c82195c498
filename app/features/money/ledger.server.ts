import Big from "big.js";
import type { Knex } from "knex";
import type { Db, Transaction } from "~/db/knex.server";
import { type Step, together } from "~/db/together.server";
import type { Decimal } from "./money.server";
import { chequeStates } from "./voucher";

/** The causes of movements, as an account's statement names them. */
export const causeLabels = {
  opening: "رصيد افتتاحي",
  adjustment: "تسوية رصيد",
  receipt: "سند قبض",
  receipt_reversal: "عكس سند قبض",
  payment: "سند صرف",
  payment_reversal: "عكس سند صرف",
  transfer: "سند تحويل",
  transfer_reversal: "عكس سند تحويل",
  transfer_fee: "رسوم تحويل",
  transfer_fee_reversal: "عكس رسوم تحويل",
  collect: "تحصيل شيك",
  collect_reversal: "تراجع عن تحصيل شيك",
};
export type Cause = keyof typeof causeLabels;

/** What a statement calls a movement. */
export const movementLabel = ({ cause, is_return }: { cause: Cause; is_return: true | null }) =>
  is_return ? chequeStates.labels.returned : causeLabels[cause];

const isLineAs = (movement: string) => `${movement}.reverses IS NULL
  AND NOT EXISTS (SELECT FROM movements AS later WHERE later.reverses = ${movement}.id)`;

/** Whether a movement is a line of its account's statement, in SQL: it corrects none, and none corrects it (docs/decisions/ledger.md). */
export const isLine = isLineAs("movements");

/** Whether a line is the last one of its account's day, in SQL: the balance behind it is the day's. */
export const isLastOfDay = `NOT EXISTS (
  SELECT FROM movements AS next WHERE next.account_id = movements.account_id AND next.date = movements.date
    AND (next.created_at, next.id) > (movements.created_at, movements.id) AND ${isLineAs("next")})`;

export type Posting = {
  accountId: number;
  /** Signed, in the account's currency, already rounded. */
  amount: Decimal;
  cause: Cause;
  /** The number of the voucher or the cash count. */
  documentNumber?: string | Knex.Raw;
};

/** The properties of an account that vouchers are checked against. */
export type LockedAccount = {
  id: number;
  kind: "bank" | "cash_box";
  name: string;
  currency_id: number;
  status: string;
  deleted_at: string | null;
  balance: Decimal;
  is_cheques_in_hand: boolean;
};

/**
 * Locks the accounts of later movements, all at once and before other rows are written
 * (docs/decisions/locks.md). Until the commit they can be neither deactivated nor deleted.
 */
export const lockAccounts = (trx: Transaction, payments: InAccount[]) =>
  accountsOf(payments, rowsOf(trx).forNoKeyUpdate());

/** The same accounts without locks, for a proposal that is not booked. */
export const readAccounts = (db: Db, payments: InAccount[]) => accountsOf(payments, rowsOf(db));

type InAccount = { account_id: number };

const rowsOf = (db: Db) =>
  db("accounts")
    .select("id", "kind", "name", "currency_id", "status", "deleted_at", "balance", "is_cheques_in_hand")
    .orderBy("id");

async function accountsOf(payments: InAccount[], query: Knex.QueryBuilder) {
  const ids = new Set(payments.map(({ account_id }) => account_id));
  const rows: LockedAccount[] = await query.whereIn("id", [...ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Moves money. Every change of a balance is a movement, written here and nowhere else (rulings §3). Incoming amounts are
 * posted before outgoing ones, so that only an edit's difference must not exceed the balance. A movement's time is the unique
 * moment at which its account changed, so movements ordered by time are in the order of posting. The database gives each its day and
 * its words, and refuses a closed day (docs/decisions/ledger.md).
 * @throws the database's refusals: 'رصيد الحساب غير كافٍ' if a balance would fall below zero, and that of a closed period
 */
export async function post(trx: Transaction, userId: number, postings: Posting[]) {
  await together(trx, ...postingSteps(trx, userId, postings));
}

/** The statements of `post`, to be sent together with a voucher's own. */
export function postingSteps(trx: Transaction, userId: number, postings: Posting[]): Step[] {
  const moving = postings
    .filter(({ amount }) => !Big(amount).eq(0))
    .sort((a, b) => Big(b.amount).cmp(a.amount));
  return moving.map((posting) => () => move(trx, userId, posting));
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
