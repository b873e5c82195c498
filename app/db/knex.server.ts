import createKnex, { type Knex } from "knex";
import pg from "pg";
import { outdatedPlan, PreparingClient } from "~/framework/prepared-statements.server";
import { log } from "~/log.server";
import { retries } from "~/metrics.server";
import { send } from "./together.server";

const { builtins } = pg.types;
pg.types.setTypeParser(builtins.DATE, (text) => text); // a Date would move a day west of Greenwich
pg.types.setTypeParser(builtins.TIME, (text) => text.slice(0, 5)); // 12:00, without seconds
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
pg.types.setTypeParser(builtins.INT8, Number);

/** Either the pool or a transaction: what every domain function takes first. */
export type Db = Knex;
export type Transaction = Knex.Transaction;

/**
 * What a statement may take, in milliseconds. PostgreSQL gives up first, so that its connection stays in use; a
 * connection whose answer never comes (a line that died in silence) is closed, see `PreparingClient`.
 */
const patience = {
  lock_timeout: 3000, // one row that is held for long makes its own writers wait, and nobody else
  statement_timeout: 8000,
  query_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000, // what a lost connection has locked is free again
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** What Knex has to say of its connections, in the log's form. */
const tell = (message: unknown) => log.warn({ err: message }, "A connection to the database failed");

function connect(max: number) {
  return createKnex({
    client: PreparingClient as unknown as typeof createKnex.Client,
    log: { warn: tell, error: tell },
    connection: {
      connectionString: process.env.DATABASE_URL,
      connectionTimeoutMillis: 2500,
      application_name: "office",
      pipeline: true, // what is sent together travels together: `together.server.ts`
      ...patience,
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max },
    acquireConnectionTimeout: 4000, // a request is answered 503 within 5 s when the database is away
  });
}

/** Of a pool: all processes of a machine together take 32 at the most, and two machines stay below PostgreSQL's hundred. */
const most = Math.max(4, Math.min(8, Math.floor(16 / Number(process.env.WEB_CONCURRENCY || 1))));

// The development server loads this module anew at every change; the pools stay.
const cache = globalThis as { officeDatabase?: { reading: Knex; writing: Knex } };
cache.officeDatabase ??= { reading: connect(most), writing: connect(most) };
const { reading, writing } = cache.officeDatabase;

/** For whatever is no transaction: pages are drawn also while every transaction waits for one row. */
export const db: Knex = reading;

/** What the pools' connections do: at work, idle, and how many requests wait for one. */
export const connectionsOf = () =>
  Object.entries(cache.officeDatabase ?? {}).map(([pool, { client }]) => ({
    pool,
    used: client.pool?.numUsed() ?? 0,
    free: client.pool?.numFree() ?? 0,
    waiting: client.pool?.numPendingAcquires() ?? 0,
  }));

export const closeDatabase = () => Promise.all([reading.destroy(), writing.destroy()]);

// Serialization failure, deadlock: PostgreSQL asks to try again.
const retryCodes = new Set(["40001", "40P01", outdatedPlan]);

/**
 * Runs `work` in a transaction, all or nothing; a deadlock is tried again.
 * @param user who acts, as the audit log tells it (docs/decisions/audit-log.md)
 * @param pool `db` for what belongs to a reading and waits for no row
 * @throws whatever `work` throws, after rolling back
 */
export async function transact<T>(
  user: { id: number; username: string },
  work: (trx: Transaction) => Promise<T>,
  pool = writing,
): Promise<T> {
  const actor = "SELECT set_config('office.user_id', ?, true), set_config('office.username', ?, true)";
  for (let attempt = 1; ; attempt++) {
    try {
      return await pool.transaction(async (trx) => {
        await send(trx, () => trx.raw(actor, [String(user.id), user.username]));
        return await work(trx);
      });
    } catch (error) {
      const { code: sqlstate = "" } = error as { code?: string };
      if (attempt === 5 || !retryCodes.has(sqlstate)) throw error;
      retries.inc({ sqlstate });
    }
  }
}
