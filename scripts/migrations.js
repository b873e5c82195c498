import { setTimeout as pause } from "node:timers/promises";
import { connectTo } from "../app/framework/hosts.js";
import { requireFitDatabase, requireOwner } from "./database.js";
import { migrationNames } from "./migration-names.js";
import { Refusal, unreachable } from "./refusal.js";

/* Lets Knex migrate under a running office, and for several processes at once (docs/decisions/migrations.md). */

/** @typedef {Required<import("knex").Knex.Migration> & { config?: { transaction: boolean } }} Migration */

const schemaLock = 20_260_102;

const folder = new URL("../migrations/", import.meta.url);

/** The codes of a lock timeout and a deadlock. */
const transient = new Set(["55P03", "40P01"]);
const tries = 60;

/**
 * Waits until no other process changes the schema. Knex's own lock is a row: a second process fails at it instead of waiting, and
 * a killed process leaves it behind. Whoever has the turn therefore clears it.
 *
 * @param {string} connectionString
 * @param {{ isChange: boolean }} options whether the schema will be changed, which takes its owner
 * @returns {Promise<import("pg").Client>} a session, which has the turn until its end
 */
export async function takeTurn(connectionString, { isChange }) {
  const session = await connectTo({ connectionString, keepAlive: true }).catch((error) => {
    throw unreachable(error);
  });
  session.on("error", () => {}); // Knex's connections fail too, or the work is done
  await requireFitDatabase(session, connectionString);
  if (isChange) await requireOwner(session);
  await requireKnownMigrations(session);
  await holdSchema(session, "pg_try_advisory_lock");
  const lock = "SELECT has_table_privilege(to_regclass('knex_migrations_lock'), 'UPDATE') AS is_ours";
  if ((await session.query(lock)).rows[0].is_ours)
    await session.query("UPDATE knex_migrations_lock SET is_locked = 0 WHERE is_locked <> 0");
  return session;
}

/**
 * The names of the migrations that a database has had.
 *
 * @param {import("pg").Client} session
 * @returns {Promise<string[]>}
 */
export async function appliedMigrations(session) {
  const { rows } = await session.query("SELECT to_regclass('knex_migrations') IS NOT NULL AS has_table");
  if (!rows[0].has_table) return [];
  return (await session.query("SELECT name FROM knex_migrations")).rows.map(({ name }) => name);
}

/**
 * @param {import("pg").Client} session
 * @throws {Refusal} if the database has a migration that this code lacks
 */
export async function requireKnownMigrations(session) {
  const unknown = (await appliedMigrations(session)).filter((name) => !migrationNames.includes(name)).sort();
  if (unknown.length > 0)
    throw new Refusal(
      `The database has ${unknown.length} migration(s) that this code lacks, from ${unknown[0]} on: it belongs to a newer version of the office, or a migration was renamed.`,
    );
}

/**
 * Waits for the schema's lock, which is held until the session's end: alone by whoever changes the schema, shared by whoever
 * needs it unchanged. It polls, since a waiting statement would block an index that another process builds concurrently.
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
    getMigration: async (name) => patient(guarded(await import(new URL(name, folder).href))),
  };
}

/**
 * A migration that is not taken back while there are users: a first installation is one batch, so `migrate:rollback` would remove all.
 *
 * @param {Migration} migration
 * @returns {Migration}
 * @throws {Refusal} from `down`
 */
function guarded({ up, down, config }) {
  return {
    up,
    config,
    down: async (knex) => {
      const hasUsers = (await knex.schema.hasTable("users")) && (await knex("users").first("id"));
      if (hasUsers && process.env.ALLOW_ROLLBACK !== "1")
        throw new Refusal(
          "This office has users: taking its schema back removes their records. Back it up (`npm run backup -- FILE`), and set ALLOW_ROLLBACK=1 if you mean it.",
        );
      await down(knex);
    },
  };
}

/**
 * Runs a migration in a transaction of its own, unless it has `config = { transaction: false }`, so that its locks are released
 * before the next one. It waits at most a second for a lock, since other requests for the table queue behind it.
 * Then it rolls back and tries again.
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
