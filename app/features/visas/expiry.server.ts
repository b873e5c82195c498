import type { Knex } from "knex";
import { type Db, db } from "~/db/knex.server";
import type { List } from "~/db/list";
import { keptCount, rowsIn } from "~/db/list.server";
import { nobody } from "~/domain/actors";
import { officeToday, timeZone } from "~/domain/office-day.server";
import { lastDay, shortest, usualDays } from "~/features/journey/valid-visas.server";
import type { Visa, VisaStatus } from "./visa";

/** The moment at which an approved visa expires: midnight in the office's time zone after its last day. */
export const expiredAt = (db: Db) => db.raw(`(${lastDay} + 1)::timestamp AT TIME ZONE ?`, [timeZone]);

/** Whether an approved visa has expired. The contracts of few valid visas are read. */
const hasPassed = `(visas.status = 'approved'
    AND visas.approval_date < :today::date - ${shortest}
    AND (visas.approval_date < :today::date - ${usualDays} OR visas.customer_id IN (
      SELECT customer_id FROM contracts WHERE stands(status) AND visa_duration_days < ${usualDays}))
    AND ${lastDay} < :today::date)`;
const passedBy = (db: Db) => db.raw(hasPassed, { today: officeToday() });

/** The status today, even if the hourly run has not stored the expiry yet. */
export const statusToday = (db: Db) =>
  db.raw("CASE WHEN ? THEN 'expired' ELSE visas.status END", [passedBy(db)]);

/** The history's line of an expired visa until the hourly run has stored it. */
export const expiryLine = {
  user_name: nobody.system,
  status: "expired",
  change_reason: "انتهت مدة التأشيرة",
} as const;

/** Filters by the status today. */
export function whereStatus<Query extends Knex.QueryBuilder>(query: Query, ...wanted: VisaStatus[]): Query {
  const statuses = wanted.includes("expired") ? [...wanted, "approved"] : wanted; // a condition that an index can find
  return query.whereIn("visas.status", statuses).whereRaw("? = ANY(?)", [statusToday(db), wanted]) as Query;
}

/** Filters the pending visas that wait: not those for a group in whose campaign all contracts of the customer are cancelled. */
export const whereWaiting = <Query extends Knex.QueryBuilder>(query: Query) =>
  query.where({ "visas.status": "pending" }).whereRaw(
    // the first condition follows from the second: an index alone finds who has a cancelled contract at all
    `NOT EXISTS (
       SELECT FROM contracts WHERE customer_id = visas.customer_id AND NOT stands(contracts.status) AND EXISTS (
         SELECT FROM groups JOIN contracts ON contracts.campaign_id = groups.campaign_id AND contracts.customer_id = visas.customer_id
         WHERE groups.id = visas.group_id HAVING NOT bool_or(travels_with(contracts, settled_of(groups.id)))))`,
  ) as Query;

type StatusCounts = { status: VisaStatus; count: number }[];

/** The number of visas by their status today, of one status or of all, from the kept totals. */
export async function visaStats(db: Db, status?: VisaStatus) {
  const stats = statsOf(await db("visas_totals").select("status", "count"));
  const overdue = Number((await countPassed(db))[0]?.count);
  const today = { ...stats, approved: stats.approved - overdue, expired: stats.expired + overdue };
  return status ? statsOf([{ status, count: today[status] }]) : today;
}

/** The number of a list's visas by their status today. */
export async function visaStatsOf(db: Db, list: List<Visa>) {
  const today = rowsIn(list).select({ status: statusToday(db) });
  return statsOf(await db.from(today.as("visas")).select("status").count({ count: "*" }).groupBy("status"));
}

function statsOf(counts: StatusCounts) {
  const stats = { total: 0, pending: 0, approved: 0, rejected: 0, expired: 0 };
  for (const { status, count } of counts) {
    stats[status] += count;
    stats.total += count;
  }
  return stats;
}

/** The number of expired visas whose expiry is not stored yet. */
const countPassed = (db: Db) =>
  db("visas")
    .whereRaw("?", [passedBy(db)])
    .count();

/** The number of visas with a status today, or with any, from the kept totals. */
export function countToday(db: Db, status?: VisaStatus) {
  const totals = keptCount("visas", status);
  if (status !== "approved" && status !== "expired") return totals;
  return db.select(db.raw(`(?) ${status === "approved" ? "-" : "+"} (?)`, [totals, countPassed(db)]));
}

const batch = 1000;

/**
 * Stores the expiry of visas. It skips locked rows until the next run, so that servers which do this at
 * once do not wait for each other and write no line twice.
 */
export async function expireVisas() {
  for (let expired = batch; expired === batch; ) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `WITH due AS (SELECT id, ? AS expired_at FROM visas WHERE ? ORDER BY id LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED),
            expired AS (UPDATE visas SET status = 'expired' FROM due WHERE visas.id = due.id RETURNING visas.id, expired_at)
       INSERT INTO visa_history (visa_id, user_name, status, change_reason, changed_at)
       SELECT id, ?, ?, ?, expired_at FROM expired ORDER BY id`,
      [expiredAt(db), passedBy(db), ...Object.values(expiryLine)],
    );
    expired = rowCount;
  }
}
