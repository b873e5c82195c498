import Big from "big.js";
import { drawRows } from "~/db/drawing.server";
import type { Db } from "~/db/knex.server";
import { endsOf, type Period } from "~/db/list.server";
import { officeTime } from "~/domain/office-day.server";
import type { SessionUser } from "~/domain/permissions";
import type { Account } from "~/features/accounts/account";
import { belowZero, belowZeroText } from "~/features/money/below-zero.server";
import { type Cause, isLastOfDay, isLine, movementLabel } from "~/features/money/ledger.server";
import type { Decimal } from "~/features/money/money.server";
import { addressOf, type DocumentKind, documentKinds } from "./documents";
import type { Custody, Line, Statement, StatementParams } from "./statement";

/**
 * The statement of a bank or cash box: its movements by their days in a period, the balances before and after it, and the sums in and
 * out, in its own currency (docs/decisions/currencies-and-accounts.md). What was corrected is no line, nor is what corrects it.
 */
export async function accountStatement(
  db: Db,
  user: SessionUser,
  { id: accountId, currency, holder }: Account,
  { page, perPage, oldestFirst, ...period }: StatementParams,
): Promise<Statement> {
  const { count, ...sums } = await sumsOf(db, accountId, period);
  const custody = holder ? await sumsOfCustody(db, accountId, period) : undefined;
  const orderOf = (isAscending: boolean) =>
    ["movements.date", "movements.created_at", "movements.id"]
      .map((column) => `${column} ${isAscending ? "ASC" : "DESC"}`)
      .join(", ");
  const before = (page - 1) * perPage;
  const behind = Math.max(0, count - before - perPage);
  const isNearer = before > behind; // rows are counted from the nearer end
  const pageRows = linesOf(db, accountId, period)
    .orderByRaw(orderOf(oldestFirst !== isNearer))
    .limit(isNearer ? Math.max(0, count - before - behind) : perPage)
    .offset(isNearer ? behind : before);
  const rows: MovementRow[] = await db
    .from(pageRows.as("movements"))
    .leftJoin("users", "users.id", "movements.user_id")
    .leftJoin("receipt_vouchers", "receipt_number", "document_number")
    .leftJoin("payment_vouchers", "payment_number", "document_number")
    .leftJoin("transfers", "transfer_number", "document_number")
    .leftJoin("cash_counts", "count_number", "document_number")
    .select("movements.*", "users.username", { is_last: db.raw(isLastOfDay) })
    .select("receipt_vouchers.id AS receipt", "payment_vouchers.id AS payment", "transfers.id AS transfer")
    .select("cash_counts.id AS count")
    .orderByRaw(orderOf(oldestFirst));
  const oldest = oldestFirst ? rows[0] : rows.at(-1);
  const first = oldest ? await balanceBefore(db, oldest) : Big(page > 1 ? sums.closing : sums.opening);
  let last = first;
  const ascending = (oldestFirst ? rows : rows.toReversed()).map((row) => {
    last = last.plus(row.amount);
    return { ...row, balance: last.toNumber() };
  });
  const [account] = await belowZero(db, { id: accountId }, period);
  return {
    ...period,
    belowZero: account && belowZeroText(account),
    rows: drawRows(oldestFirst ? ascending : ascending.toReversed(), (row) =>
      toLine(row, user, currency.code),
    ),
    total: count,
    page,
    perPage,
    sums: [{ ...sums, currency, brought: first.toNumber(), carried: last.toNumber(), custody }],
  };
}

/** An account's lines in a period. */
const linesOf = (db: Db, accountId: number, period: Period) =>
  db("movements")
    .where({ "movements.account_id": accountId })
    .whereRaw(isLine)
    .whereBetween("movements.date", Object.values(endsOf(period)) as [string, string]);

/** The account's balance before a line of its statement: what moved on the days before, and before it on its own day. */
async function balanceBefore(db: Db, { account_id, date, created_at, id }: MovementRow) {
  const [days] = await db("movements_account_totals")
    .where({ account_id })
    .where("date", "<", date)
    .sum("amount");
  const [moments] = await linesOf(db, account_id, { from: date, to: date })
    .whereRaw("(movements.created_at, movements.id) < (?, ?)", [created_at, id])
    .sum("amount");
  return Big(days?.sum ?? 0).plus(moments?.sum ?? 0);
}

/**
 * What an account's movements of a period sum to, and its balance at either end, in SQL over the kept totals of its days. What corrects a movement
 * counts on that one's side.
 */
export const sumsOfDays = `coalesce(sum(amount) FILTER (WHERE date < :from), 0) AS opening,
  coalesce(sum(amount) FILTER (WHERE date >= :from AND is_incoming), 0) AS incoming,
  coalesce(-sum(amount) FILTER (WHERE date >= :from AND NOT is_incoming), 0) AS outgoing,
  coalesce(sum(amount), 0) AS closing,
  coalesce(sum(line_count) FILTER (WHERE date >= :from), 0)::bigint AS count`;

async function sumsOf(db: Db, accountId: number, period: Period) {
  const { rows } = await db.raw(
    `SELECT ${sumsOfDays} FROM movements_account_totals WHERE account_id = :accountId AND date <= :to`,
    { ...endsOf(period), accountId },
  );
  const [row] = rows;
  return {
    opening: Number(row.opening),
    debit: Number(row.incoming),
    credit: Number(row.outgoing),
    closing: Number(row.closing),
    count: row.count as number,
  };
}

const isPayment = "cause IN ('payment', 'payment_reversal', 'transfer_fee', 'transfer_fee_reversal')";
const isCount = "cause = 'adjustment' AND document_number IS NOT NULL";
const isOther = `NOT (${isPayment} OR ${isCount})`;
/** What takes an incoming movement back counts on its side. */
const isIncoming = "(amount > 0) <> is_reversal(cause)";

/** What became of the money of a cash box's holder in a period (books.md, rule 8). */
async function sumsOfCustody(db: Db, accountId: number, period: Period): Promise<Custody> {
  const sum = (condition: string) => `coalesce(sum(amount) FILTER (WHERE ${condition}), 0)`;
  const row = await linesOf(db, accountId, period).first(
    db.raw(`${sum(`${isOther} AND ${isIncoming}`)} AS given, -${sum(isPayment)} AS spent,
      -${sum(`${isOther} AND NOT (${isIncoming})`)} AS returned, ${sum(isCount)} AS counted`),
  );
  return {
    given: Number(row.given),
    spent: Number(row.spent),
    returned: Number(row.returned),
    counted: Number(row.counted),
  };
}

/** The documents that a movement may be of. */
const documents = ["receipt", "payment", "transfer", "count"] as const satisfies DocumentKind[];

type MovementRow = {
  id: number;
  account_id: number;
  amount: Decimal;
  /** Its day. */
  date: string;
  /** Behind it, in the order of the statement. */
  balance: number;
  cause: Cause;
  is_return: true | null;
  document_number: string | null;
  username: string | null;
  created_at: string;
  /** Whether it is the last line of its day. */
  is_last: boolean;
  /** The payer or payee. */
  party: string | null;
  description: string | null;
} & Record<Extract<DocumentKind, (typeof documents)[number]>, number | null>;

function toLine(row: MovementRow, user: SessionUser, currency: string): Line {
  const { id, account_id, document_number: number, username } = row;
  const amount = Number(row.amount);
  const at = officeTime(row.created_at);
  const kind = documents.find((kind) => row[kind]);
  const document = number && kind ? { id: row[kind] as number, number, account_id } : undefined;
  return {
    id: String(id),
    date: at.startsWith(row.date) ? at : row.date,
    document: kind === "count" ? documentKinds.count.name : movementLabel(row),
    number,
    href: kind && document ? addressOf(user, kind, document) : null,
    settles: null,
    description: [row.party, row.description].filter(Boolean).join("، ") || null,
    entered: at.startsWith(row.date) ? null : at,
    currency,
    debit: amount > 0 ? amount : null,
    credit: amount < 0 ? -amount : null,
    balance: row.balance,
    isBelowZero: row.is_last && row.balance < 0,
    paid: null,
    username,
  };
}
