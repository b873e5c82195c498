import createKnex, { type Knex } from "knex";
import pg from "pg";
import { instantOf } from "~/domain/dates";
import { officeToday, timeZone } from "~/domain/office-day.server";
import { outdatedPlan, PreparingClient } from "~/framework/prepared-statements.server";
import { log } from "~/log.server";
import { retries } from "~/metrics.server";
import { send } from "./together.server";

const { builtins } = pg.types;
pg.types.setTypeParser(builtins.DATE, (text) => text); // a Date would shift the day in time zones west of Greenwich
pg.types.setTypeParser(builtins.TIME, (text) => text.slice(0, 5)); // "12:00", without seconds
pg.types.setTypeParser(builtins.TIMESTAMPTZ, instantOf);
pg.types.setTypeParser(builtins.INT8, Number);

/** The pool or a transaction. Every function that reads the database takes one as its first parameter. */
export type Db = Knex;
export type Transaction = Knex.Transaction;

/**
 * Time limits of a statement, in milliseconds. PostgreSQL gives up first, so that its connection stays usable. If no answer comes
 * at all, since the connection is dead, `PreparingClient` closes it.
 */
const patience = {
  lock_timeout: 3000, // a row that stays locked delays only its own writers
  statement_timeout: 8000,
  query_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000, // frees the locks of a lost connection
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** Writes Knex's messages about its connections to the log. */
const tell = (message: unknown) => log.warn({ err: message }, "A connection to the database failed");

/**
 * PostgreSQL starts further processes for a statement only if they save more than this. To start them takes 20 to 40 ms, which is longer
 * than most statements take that it would share among them. PgBouncer does not pass such a setting at the start.
 */
const parallelSetupCost = 20_000;

function connect(max: number) {
  return createKnex({
    client: PreparingClient as unknown as typeof createKnex.Client,
    log: { warn: tell, error: tell },
    connection: {
      connectionString: process.env.DATABASE_URL,
      connectionTimeoutMillis: 2500,
      application_name: "office",
      pipeline: true, // several statements travel together: `together.server.ts`
      ...patience,
    } as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max,
      afterCreate: (connection: pg.Client, done: (error: Error | null, connection: pg.Client) => void) =>
        connection.query(`SET parallel_setup_cost = ${parallelSetupCost}`, (error) =>
          done(error, connection),
        ),
    },
    acquireConnectionTimeout: 4000, // a request gets 503 within 5 s if the database is away
  });
}

/**
 * The size of a pool. All processes of a machine together take at most 32 connections, so two machines stay below PostgreSQL's
 * hundred.
 */
const most = Math.max(4, Math.min(8, Math.floor(16 / Number(process.env.WEB_CONCURRENCY || 1))));

// The development server loads this module again at every change; the pools stay open.
const cache = globalThis as { officeDatabase?: { reading: Knex; writing: Knex } };
cache.officeDatabase ??= { reading: connect(most), writing: connect(most) };
const { reading, writing } = cache.officeDatabase;

/** The pool for work outside transactions. Pages still load while every transaction waits for one row. */
export const db: Knex = reading;

/** Counts the pools' busy and idle connections, and the requests that wait for one. */
export const connectionsOf = () =>
  Object.entries(cache.officeDatabase ?? {}).map(([pool, { client }]) => ({
    pool,
    used: client.pool?.numUsed() ?? 0,
    free: client.pool?.numFree() ?? 0,
    waiting: client.pool?.numPendingAcquires() ?? 0,
  }));

export const closeDatabase = () => Promise.all([reading.destroy(), writing.destroy()]);

// After a serialization failure or a deadlock PostgreSQL asks to try again.
const retryCodes = new Set(["40001", "40P01", outdatedPlan]);

/**
 * Runs `work` in a transaction, all or nothing. After a deadlock it tries again.
 * @param user the user whom the audit log names (docs/decisions/audit-log.md)
 * @param pool `db` for a transaction that belongs to a page's reading and waits for no row
 * @throws whatever `work` throws, after rolling back
 */
export async function transact<T>(
  user: { id: number; username: string },
  work: (trx: Transaction) => Promise<T>,
  pool = writing,
): Promise<T> {
  const nameUser = (trx: Transaction) =>
    trx.raw(
      `SELECT set_config('office.user_id', ?, true), set_config('office.username', ?, true), set_config('office.time_zone', ?, true),
         set_config('office.event_date', ?, true)`,
      [String(user.id), user.username, timeZone, officeToday()],
    );
  for (let attempt = 1; ; attempt++) {
    try {
      let result!: Promise<T>;
      const end = (trx: Transaction) => {
        if (!trx.isCompleted()) trx.commit(); // otherwise `finish` has done it
      };
      await pool.transaction((trx) => {
        result = send(trx, () => nameUser(trx)).then(() => work(trx));
        result.then(() => end(trx), trx.rollback);
      });
      return await result;
    } catch (error) {
      const { code: sqlstate = "" } = error as { code?: string };
      if (attempt === 5 || !retryCodes.has(sqlstate)) throw error;
      retries.inc({ sqlstate });
    }
  }
}
