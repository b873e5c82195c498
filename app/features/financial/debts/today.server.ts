import { type Db, db, type Transaction } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import { agesOfNets, rowColumns } from "./lists.server";
import { netsOf } from "./nets.server";

/*
 * Today's debts of customers are rows of `customer_debts`, which a reading brings up to date: whoever changed since, and whose ages end
 * (docs/decisions/debts.md).
 */

/** Whether rows are not those of `:day`, in SQL. */
export const areOutdated = `(
  EXISTS (SELECT FROM debt_changes) OR EXISTS (SELECT FROM customer_debts WHERE until < :day) OR EXISTS (SELECT FROM customer_debts WHERE day > :day))`;

/** As many customers as one statement computes: the first reading of an office that has data computes all. */
const batch = 5000;

/**
 * Reads `customer_debts`; again, once they are of this day and moment, if they are not.
 * @param read tells in its own statement whether the rows are outdated
 */
export async function withTodaysDebts<T extends { are_outdated: boolean }>(
  day: string,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  const answer = await read(db);
  return answer.are_outdated ? afterRefresh(day, read) : answer;
}

/** Brings today's debts up to date where nobody reads them: after a migration all of them are to be computed. */
export const refreshDebts = () => {
  const day = officeToday();
  return withTodaysDebts(day, async (db) => {
    const { rows } = await db.raw(`SELECT ${areOutdated} AS are_outdated`, { day });
    return rows[0] as { are_outdated: boolean };
  });
};

async function afterRefresh<T>(day: string, read: (db: Db) => Promise<T>): Promise<T> {
  for (;;) {
    const work = async (trx: Transaction) => {
      await trx.raw("LOCK TABLE customer_debts IN EXCLUSIVE MODE"); // begins no snapshot, so each refresh sees the one before
      const ids = await outdatedCustomers(trx, day);
      await compute(trx, day, ids);
      return ids.length < batch ? { answer: await read(trx) } : undefined;
    };
    const end = await db.transaction(work, { isolationLevel: "repeatable read" });
    if (end) return end.answer;
  }
}

/** Whose rows are to be computed, at most a batch. A change that this transaction does not see stays for the next reading. */
async function outdatedCustomers(trx: Transaction, day: string): Promise<number[]> {
  const { rows } = await trx.raw(
    `WITH changes AS (
       DELETE FROM debt_changes WHERE customer_id IN (SELECT DISTINCT customer_id FROM debt_changes LIMIT :batch) RETURNING customer_id)
     SELECT customer_id FROM changes
     UNION (SELECT customer_id FROM customer_debts WHERE until < :day OR day > :day LIMIT :batch)`,
    { day, batch },
  );
  return rows.map(({ customer_id }: { customer_id: number }) => customer_id);
}

async function compute(trx: Transaction, day: string, ids: number[]) {
  await trx("customer_debts").whereRaw("customer_id = ANY (?)", [ids]).delete();
  await trx.raw(
    `INSERT INTO customer_debts (customer_id, code, day, until, ${rowColumns})
     WITH ${netsOf("customers", { isSearched: true })}, ${agesOfNets("customers")}
     SELECT party_id, code, :day, coalesce(until, 'infinity'), ${rowColumns} FROM ages WHERE net <> 0`,
    { day, isPast: false, searched: trx.raw("SELECT unnest(?::integer[])", [ids]), campaignId: null },
  );
}
