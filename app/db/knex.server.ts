import createKnex, { type Knex } from "knex";
import pg from "pg";
import { outdatedPlan, PreparingClient } from "./prepared.server";

const { builtins } = pg.types;
pg.types.setTypeParser(builtins.DATE, (text) => text); // a Date would move a day west of Greenwich
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
pg.types.setTypeParser(builtins.INT8, Number);

/** Either the pool or a transaction: what every domain function takes first. */
export type Db = Knex;
export type Transaction = Knex.Transaction;

function connect() {
  return createKnex({
    client: PreparingClient as unknown as typeof createKnex.Client,
    connection: {
      connectionString: process.env.DATABASE_URL,
      connectionTimeoutMillis: 2500,
      application_name: "office",
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max: 12 },
    acquireConnectionTimeout: 4000, // a request is answered 503 within 5 s when the database is away
  });
}

// The development server loads this module anew at every change; the pool stays.
const kept = globalThis as { officeDatabase?: Knex };
kept.officeDatabase ??= connect();
export const db: Knex = kept.officeDatabase;

// Serialization failure, deadlock: PostgreSQL asks to try again.
const retried = new Set(["40001", "40P01", outdatedPlan]);

/**
 * Runs `work` in a transaction, all or nothing; a deadlock is tried again.
 * @throws whatever `work` throws, after rolling back
 */
export async function transact<T>(work: (trx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === 5 || !retried.has((error as { code?: string }).code ?? "")) throw error;
    }
  }
}
