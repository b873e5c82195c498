import type { Knex } from "knex";
import { type Db, db } from "~/db/knex.server";
import { type List, type Period, periodOf, readPage } from "~/db/list.server";
import type { Decimal } from "~/features/financial/money.server";
import { officeTime, timeZone } from "~/http/office-day.server";
import type { Movement } from "./movement";

/**
 * An account's movements in a period, newest first, a page of them; and what the account held before, what came in
 * and went out, and what it held at the end, in its own currency.
 */
export async function readStatement(accountId: number, params: URLSearchParams) {
  const period = periodOf(params);
  const figures = await figuresOf(db, accountId, period);
  const page = await readPage(movementsOf(accountId, period, figures.count), params);
  return { ...period, ...page, figures };
}

const since = "coalesce(:from::date::timestamp AT TIME ZONE :timeZone, '-infinity')";
const until = "coalesce((:to::date + 1)::timestamp AT TIME ZONE :timeZone, 'infinity')";
const inPeriod = `(created_at >= ${since} AND created_at < ${until})`;

const bindings = ({ from = "", to = "" }: Period) => ({ from: from || null, to: to || null, timeZone });

async function figuresOf(db: Db, accountId: number, period: Period) {
  const { rows } = await db.raw<{
    rows: (Record<"opening" | "incoming" | "outgoing" | "closing", Decimal> & { count: number })[];
  }>(
    `SELECT coalesce(sum(amount) FILTER (WHERE created_at < ${since}), 0) AS opening,
            coalesce(sum(amount) FILTER (WHERE ${inPeriod} AND amount > 0), 0) AS incoming,
            coalesce(-sum(amount) FILTER (WHERE ${inPeriod} AND amount < 0), 0) AS outgoing,
            coalesce(sum(amount) FILTER (WHERE created_at < ${until}), 0) AS closing,
            count(*) FILTER (WHERE ${inPeriod}) AS count
     FROM movements WHERE account_id = :accountId`,
    { ...bindings(period), accountId },
  );
  const { opening = "0", incoming = "0", outgoing = "0", closing = "0", count = 0 } = rows[0] ?? {};
  return {
    opening: Number(opening),
    incoming: Number(incoming),
    outgoing: Number(outgoing),
    closing: Number(closing),
    count,
  };
}

type Stored = Omit<Movement, "amount" | "balance_after" | "at"> & {
  amount: Decimal;
  balance_after: Decimal;
  created_at: string;
};

function movementsOf(accountId: number, period: Period, count: number): List<Movement> {
  return {
    matching: db("movements")
      .select("id")
      .where({ account_id: accountId })
      .whereRaw(inPeriod, bindings(period)) as Knex.QueryBuilder,
    table: "movements",
    rows: (db) =>
      db("movements")
        .leftJoin("users", "users.id", "movements.user_id")
        .select("movements.*", "users.username"),
    toRow: ({ id, amount, balance_after, cause, document_number, username, created_at }: Stored) => ({
      id,
      amount: Number(amount),
      balance_after: Number(balance_after),
      cause,
      document_number,
      username,
      at: officeTime(created_at),
    }),
    total: count,
  };
}
