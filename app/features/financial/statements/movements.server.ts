import type { Db } from "~/db/knex.server";
import type { Period } from "~/db/list.server";
import { officeTime, timeZone } from "~/domain/office-day.server";
import type { SessionUser } from "~/domain/permissions";
import type { Cause } from "~/features/financial/ledger.server";
import type { Decimal } from "~/features/financial/money.server";
import type { Account } from "~/features/settings/accounts/account";
import { addressOf, causeLabels, type DocumentKind, documentKinds } from "./documents";
import type { Asked, Line, Statement } from "./statement";

/**
 * The statement of a bank or cash box: its movements in a period, and what it held before, what came in and went out,
 * and what it held at the end, in its own currency (docs/decisions/currencies-and-accounts.md).
 */
export async function accountStatement(
  db: Db,
  user: SessionUser,
  { id: accountId, currency }: Account,
  { page, perPage, oldestFirst, ...period }: Asked,
): Promise<Statement> {
  const { count, ...sums } = await sumsOf(db, accountId, period);
  const order = `movements.created_at ${oldestFirst ? "ASC" : "DESC"}, movements.id ${oldestFirst ? "ASC" : "DESC"}`;
  const shown = movementsOf(db, accountId, period)
    .orderByRaw(order)
    .limit(perPage)
    .offset((page - 1) * perPage);
  const rows: Stored[] = await db
    .from(shown.as("movements"))
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
    .orderByRaw(order);
  const beyond = page > 1 ? sums.closing : sums.opening;
  const [brought, carried] = [rows[0]?.balance_before ?? beyond, rows.at(-1)?.balance_after ?? beyond];
  return {
    ...period,
    rows: rows.map((row) => toLine(row, user, currency.code)),
    total: count,
    page,
    perPage,
    sums: [{ ...sums, currency, brought: Number(brought), carried: Number(carried) }],
  };
}

/** The moments between which movements are of a period, in SQL, for `boundsOf` that period. */
export const since = "coalesce(:from::date::timestamp AT TIME ZONE :timeZone, '-infinity')";
export const until = "coalesce((:to::date + 1)::timestamp AT TIME ZONE :timeZone, 'infinity')";

export const boundsOf = ({ from = "", to = "" }: Period) => ({
  from: from || null,
  to: to || null,
  timeZone,
});

const movementsOf = (db: Db, accountId: number, period: Period) =>
  db("movements")
    .where({ "movements.account_id": accountId })
    .whereRaw(`movements.created_at >= ${since} AND movements.created_at < ${until}`, boundsOf(period));

/** By time, movements stand as they were posted (see `post`): the last one before a moment tells the balance then. */
export const balanceBefore = (moment: string, account = ":accountId") =>
  `coalesce((SELECT balance_after FROM movements WHERE account_id = ${account} AND created_at < ${moment}
             ORDER BY created_at DESC, id DESC LIMIT 1), 0)`;

async function sumsOf(db: Db, accountId: number, period: Period) {
  const [row] = await movementsOf(db, accountId, period).select(
    db.raw(
      `${balanceBefore(since)} AS opening,
       coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS incoming,
       coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS outgoing,
       ${balanceBefore(until)} AS closing,
       count(*)`,
      { ...boundsOf(period), accountId },
    ),
  );
  return {
    opening: Number(row.opening),
    debit: Number(row.incoming),
    credit: Number(row.outgoing),
    closing: Number(row.closing),
    count: row.count as number,
  };
}

type Stored = {
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
  /** From whom or to whom. */
  party: string | null;
  description: string | null;
} & Record<Extract<DocumentKind, "receipt" | "payment" | "count">, number | null>;

function toLine(row: Stored, user: SessionUser, currency: string): Line {
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
