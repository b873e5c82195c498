import { drawRows } from "~/db/drawing.server";
import type { Db } from "~/db/knex.server";
import type { Period } from "~/db/list.server";
import { officeTime, timeZone } from "~/domain/office-day.server";
import type { SessionUser } from "~/domain/permissions";
import type { Account } from "~/features/accounts/account";
import { type Cause, causeLabels } from "~/features/money/ledger.server";
import type { Decimal } from "~/features/money/money.server";
import { addressOf, type DocumentKind, documentKinds } from "./documents";
import type { Line, Statement, StatementParams } from "./statement";

/**
 * The statement of a bank or cash box: its movements in a period, the balances before and after it, and the sums in and out,
 * in its own currency (docs/decisions/currencies-and-accounts.md).
 */
export async function accountStatement(
  db: Db,
  user: SessionUser,
  { id: accountId, currency }: Account,
  { page, perPage, oldestFirst, ...period }: StatementParams,
): Promise<Statement> {
  const { count, ...sums } = await sumsOf(db, accountId, period);
  const orderOf = (isAscending: boolean) =>
    ["movements.created_at", "movements.id"]
      .map((column) => `${column} ${isAscending ? "ASC" : "DESC"}`)
      .join(", ");
  const before = (page - 1) * perPage;
  const behind = Math.max(0, count - before - perPage);
  const isNearer = before > behind; // rows are counted from the nearer end
  const pageRows = movementsOf(db, accountId, period)
    .orderByRaw(orderOf(oldestFirst !== isNearer))
    .limit(isNearer ? Math.max(0, count - before - behind) : perPage)
    .offset(isNearer ? behind : before);
  const rows: MovementRow[] = await db
    .from(pageRows.as("movements"))
    .leftJoin("users", "users.id", "movements.user_id")
    .leftJoin("receipt_vouchers", "receipt_number", "document_number")
    .leftJoin("payment_vouchers", "payment_number", "document_number")
    .leftJoin("cash_counts", "count_number", "document_number")
    .select("movements.*", "users.username")
    .select("receipt_vouchers.id AS receipt", "payment_vouchers.id AS payment", "cash_counts.id AS count")
    .leftJoin(
      "customers",
      "customers.id",
      db.raw("coalesce(receipt_vouchers.customer_id, payment_vouchers.customer_id)"),
    )
    .leftJoin("agents", "agents.id", "payment_vouchers.agent_id")
    .leftJoin("suppliers", "suppliers.id", "payment_vouchers.supplier_id")
    .leftJoin("expenses", "expenses.id", "payment_vouchers.expense_id")
    .select(
      db.raw(
        `movements.balance_after - movements.amount AS balance_before,
         coalesce(receipt_vouchers.date, payment_vouchers.date) AS voucher_date,
         coalesce(customers.name, agents.name, suppliers.name, expenses.name, beneficiary) AS party,
         coalesce(receipt_vouchers.description, payment_vouchers.description, cash_counts.reason) AS description`,
      ),
    )
    .orderByRaw(orderOf(oldestFirst));
  const beyond = page > 1 ? sums.closing : sums.opening;
  const [brought, carried] = [rows[0]?.balance_before ?? beyond, rows.at(-1)?.balance_after ?? beyond];
  return {
    ...period,
    rows: drawRows(rows, (row) => toLine(row, user, currency.code)),
    total: count,
    page,
    perPage,
    sums: [{ ...sums, currency, brought: Number(brought), carried: Number(carried) }],
  };
}

/** The moments at which a period begins and ends, in SQL; `boundsOf` gives their parameters. */
export const since = "coalesce(:from::date::timestamp AT TIME ZONE :timeZone, '-infinity')";
const until = "coalesce((:to::date + 1)::timestamp AT TIME ZONE :timeZone, 'infinity')";

export const boundsOf = ({ from = "", to = "" }: Period) => ({
  from: from || null,
  to: to || null,
  timeZone,
});

const movementsOf = (db: Db, accountId: number, period: Period) =>
  db("movements")
    .where({ "movements.account_id": accountId })
    .whereRaw(`movements.created_at >= ${since} AND movements.created_at < ${until}`, boundsOf(period));

/**
 * The account's balance before a moment, in SQL: that of the last movement before it. Movements have the order of their posting
 * by time (see `post`).
 */
export const balanceBefore = (moment: string, account = ":accountId") =>
  `coalesce((SELECT balance_after FROM movements WHERE account_id = ${account} AND created_at < ${moment}
             ORDER BY created_at DESC, id DESC LIMIT 1), 0)`;

const firstDay = `date_trunc('day', ${since} AT TIME ZONE 'UTC' + interval '1 day' - interval '1 microsecond')::date`;
const afterLastDay = `greatest(date_trunc('day', ${until} AT TIME ZONE 'UTC')::date, ${firstDay})`;
const beginOf = (day: string) => `${day}::timestamp AT TIME ZONE 'UTC'`;

/**
 * The sums of an account's movements in a period, in SQL. Whole days of UTC come from the kept totals, and the
 * rest at either end from the movements.
 */
export const flowsOf = (account: string) => {
  const movementsOfAccount = `SELECT amount > 0 AS is_incoming, 1 AS count, amount FROM movements WHERE account_id = ${account}`;
  return `(
    SELECT is_incoming, count, amount FROM movements_daily_totals
    WHERE account_id = ${account} AND day >= ${firstDay} AND day < ${afterLastDay}
    UNION ALL ${movementsOfAccount} AND created_at >= ${since} AND created_at < least(${until}, ${beginOf(firstDay)})
    UNION ALL ${movementsOfAccount} AND created_at >= ${beginOf(afterLastDay)} AND created_at < ${until})`;
};

/** The sums in and out over `flowsOf`, in SQL. */
export const incomingAndOutgoing = `coalesce(sum(amount) FILTER (WHERE is_incoming), 0) AS incoming,
  coalesce(-sum(amount) FILTER (WHERE NOT is_incoming), 0) AS outgoing`;

async function sumsOf(db: Db, accountId: number, period: Period) {
  const { rows } = await db.raw(
    `SELECT ${balanceBefore(since)} AS opening, ${balanceBefore(until)} AS closing, ${incomingAndOutgoing},
            coalesce(sum(count), 0)::bigint AS count
     FROM ${flowsOf(":accountId")} AS moved`,
    { ...boundsOf(period), accountId },
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

type MovementRow = {
  id: number;
  account_id: number;
  amount: Decimal;
  balance_before: Decimal;
  balance_after: Decimal;
  cause: Cause;
  document_number: string | null;
  username: string | null;
  created_at: string;
  voucher_date: string | null;
  /** The payer or payee. */
  party: string | null;
  description: string | null;
} & Record<Extract<DocumentKind, "receipt" | "payment" | "count">, number | null>;

function toLine(row: MovementRow, user: SessionUser, currency: string): Line {
  const { id, account_id, cause, document_number: number, username } = row;
  const amount = Number(row.amount);
  const at = officeTime(row.created_at);
  const kind = (["receipt", "payment", "count"] as const).find((kind) => row[kind]);
  const document = number && kind ? { id: row[kind] as number, number, account_id } : undefined;
  return {
    id: String(id),
    date: at,
    document: kind === "count" ? documentKinds.count.name : causeLabels[cause],
    number,
    href: kind && document ? addressOf(user, kind, document) : null,
    settles: null,
    description: [row.party, row.description].filter(Boolean).join("، ") || null,
    dated: row.voucher_date && !at.startsWith(row.voucher_date) ? row.voucher_date : null,
    currency,
    debit: amount > 0 ? amount : null,
    credit: amount < 0 ? -amount : null,
    balance: Number(row.balance_after),
    paid: null,
    username,
  };
}
