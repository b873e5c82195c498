import { type Db, db } from "~/db/knex.server";
import { type Period, pageOf, periodOf } from "~/db/list.server";
import { officeTime, timeZone } from "~/domain/office-day.server";
import type { Decimal } from "~/features/financial/money.server";
import type { Movement } from "./movement";

/**
 * An account's movements in a period, newest first, a page of them; and what the account held before, what came in
 * and went out, and what it held at the end, in its own currency.
 */
export async function readStatement(accountId: number, params: URLSearchParams) {
  const period = periodOf(params);
  const { page, perPage } = pageOf(params);
  const figures = await figuresOf(db, accountId, period);
  const rows = await movementsOf(db, accountId, period)
    .leftJoin("users", "users.id", "movements.user_id")
    .select("movements.*", "users.username")
    .orderByRaw("movements.created_at DESC, movements.id DESC")
    .limit(perPage)
    .offset((page - 1) * perPage);
  return { ...period, rows: rows.map(toMovement), total: figures.count, page, perPage, figures };
}

const since = "coalesce(:from::date::timestamp AT TIME ZONE :timeZone, '-infinity')";
const until = "coalesce((:to::date + 1)::timestamp AT TIME ZONE :timeZone, 'infinity')";

const bindings = ({ from = "", to = "" }: Period) => ({ from: from || null, to: to || null, timeZone });

const movementsOf = (db: Db, accountId: number, period: Period) =>
  db("movements")
    .where({ account_id: accountId })
    .whereRaw(`movements.created_at >= ${since} AND movements.created_at < ${until}`, bindings(period));

/** By time, movements stand as they were posted (see `post`): the last one before a moment tells the balance then. */
const balanceBefore = (moment: string) =>
  `coalesce((SELECT balance_after FROM movements WHERE account_id = :accountId AND created_at < ${moment}
             ORDER BY created_at DESC, id DESC LIMIT 1), 0)`;

async function figuresOf(db: Db, accountId: number, period: Period) {
  const [row] = await movementsOf(db, accountId, period).select(
    db.raw(
      `${balanceBefore(since)} AS opening,
       coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS incoming,
       coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS outgoing,
       ${balanceBefore(until)} AS closing,
       count(*)`,
      { ...bindings(period), accountId },
    ),
  );
  return {
    opening: Number(row.opening),
    incoming: Number(row.incoming),
    outgoing: Number(row.outgoing),
    closing: Number(row.closing),
    count: row.count as number,
  };
}

type Stored = Omit<Movement, "amount" | "balance_after" | "at"> & {
  amount: Decimal;
  balance_after: Decimal;
  created_at: string;
};

function toMovement({
  id,
  amount,
  balance_after,
  cause,
  document_number,
  username,
  created_at,
}: Stored): Movement {
  return {
    id,
    amount: Number(amount),
    balance_after: Number(balance_after),
    cause,
    document_number,
    username,
    at: officeTime(created_at),
  };
}
