import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { connectTo } from "../app/framework/hosts.js";

/* How Knex migrates under a running office, and several at once (docs/decisions/migrations.md). */

/** @typedef {Required<import("knex").Knex.Migration> & { config?: { transaction: boolean } }} Migration */

const schemaLock = 20_260_102;

const folder = new URL("../migrations/", import.meta.url);

/** The names of all migrations, in their order. */
export const migrationNames = readdirSync(folder)
  .filter((name) => name.endsWith(".ts"))
  .sort();

/** A statement waited longer than `lock_timeout`; a deadlock. */
const transient = new Set(["55P03", "40P01"]);
const tries = 60;

/**
 * Waits until nobody else changes the schema. Knex's own lock is a row, at which a second process fails, and which a process
 * that was killed leaves behind: whoever has the turn frees it.
 *
 * @param {string} connectionString
 * @returns {Promise<import("pg").Client>} a session: the turn lasts as long as it does
 */
export async function takeTurn(connectionString) {
  const session = await connectTo({ connectionString, keepAlive: true });
  session.on("error", () => {}); // Knex's connections fail with it, or the work is done
  await holdSchema(session, "pg_try_advisory_lock");
  const lock = "SELECT has_table_privilege(to_regclass('knex_migrations_lock'), 'UPDATE') AS is_ours";
  if ((await session.query(lock)).rows[0].is_ours)
    await session.query("UPDATE knex_migrations_lock SET is_locked = 0 WHERE is_locked <> 0");
  return session;
}

/**
 * Waits for the lock that whoever changes the schema holds alone, and whoever needs it as it is shares, until its session
 * ends. It asks again and again: a statement that waits would hold up an index which another process builds concurrently.
 *
 * @param {import("pg").Client} session
 * @param {"pg_try_advisory_lock" | "pg_try_advisory_lock_shared"} way
 */
export async function holdSchema(session, way) {
  for (let isTold = false; ; isTold = true) {
    const { rows } = await session.query(`SELECT ${way}($1) AS ours`, [schemaLock]);
    if (rows[0].ours) return;
    if (!isTold) console.error("Waiting for a migration or a backup to end.");
    await pause(200);
  }
}

/**
 * Migrations for Knex.
 *
 * @param {string[]} [names]
 * @returns {import("knex").Knex.MigrationSource<string>}
 */
export function migrationSource(names = migrationNames) {
  return {
    getMigrations: async () => [...names].sort(),
    getMigrationName: (name) => name,
    getMigration: async (name) => patient(await import(new URL(name, folder).href)),
  };
}

/**
 * A migration in a transaction of its own, unless it says `config = { transaction: false }`: what one has locked is free
 * before the next waits. It waits a second at the most for a lock, since all who ask for the table after it stand behind it;
 * then it lets go of everything and tries again.
 *
 * @param {Migration} migration
 * @returns {Migration}
 */
export function patient({ up, down, config }) {
  if (config?.transaction === false) return { up, down, config };
  return { up: patiently(up), down: patiently(down), config: { transaction: false } };
}

/**
 * @param {Migration["up"]} step
 * @returns {Migration["up"]}
 */
function patiently(step) {
  return async (knex) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await knex.transaction(async (trx) => {
          await trx.raw("SET LOCAL lock_timeout = '1s'");
          await step(trx);
        });
      } catch (error) {
        const { code = "" } = /** @type {{ code?: string }} */ (error);
        if (!transient.has(code) || attempt === tries) throw error;
        await pause(500);
      }
    }
  };
}
