import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { connectTo } from "../app/db/hosts.js";
import { HostsClient } from "../app/framework/hosts-client.js";

/* How Knex migrates under a running office, and several at once (docs/decisions/migrations.md). */

const schemaLock = 20_260_102;

const folder = new URL("../migrations/", import.meta.url);

/** A statement waited longer than `lock_timeout`; a deadlock. */
const triedAgain = new Set(["55P03", "40P01"]);
const tries = 60;

/**
 * Knex's client, but only one process at a time has connections of it: another waits for its turn. Knex's own lock is a
 * row, at which the second fails, and which a process that was killed leaves behind; this one ends with its session.
 */
export class MigratingClient extends HostsClient {
  /** @type {Promise<import("pg").Client> | undefined} */
  turn;

  async acquireRawConnection() {
    this.turn ??= takeTurn(this.connectionSettings);
    await this.turn;
    return super.acquireRawConnection();
  }

  /** @param {any} [callback] */
  async destroy(callback) {
    await super.destroy(undefined);
    await this.turn?.then(
      (session) => session.end(),
      () => {}, // it never came
    );
    this.turn = undefined;
    callback?.();
  }
}

/**
 * Waits for the lock that whoever changes the schema holds alone, and whoever needs it as it is shares, until its session
 * ends. Asked for again and again: who waits inside a statement holds up an index that the other builds beside writes.
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

/** @param {import("../app/db/hosts.js").Settings} settings */
async function takeTurn(settings) {
  const session = await connectTo({ ...settings, keepAlive: true });
  session.on("error", () => {}); // Knex's connections fail with it, or the work is done
  await holdSchema(session, "pg_try_advisory_lock");
  const lock = "SELECT has_table_privilege(to_regclass('knex_migrations_lock'), 'UPDATE') AS is_ours";
  if ((await session.query(lock)).rows[0].is_ours)
    await session.query("UPDATE knex_migrations_lock SET is_locked = 0 WHERE is_locked <> 0");
  return session;
}

/**
 * The migrations for Knex, each in a transaction of its own unless it says `config = { transaction: false }`: what one
 * has locked is free before the next waits. None waits for a lock longer than a second, since all who ask for the
 * table after it stand behind it; it lets go of everything and tries again.
 */
export class PatientMigrations {
  /** @param {string[]} [names] all that there are when left out */
  constructor(names = readdirSync(folder).filter((name) => name.endsWith(".ts"))) {
    this.names = names.sort();
  }

  getMigrations() {
    return Promise.resolve(this.names);
  }

  /** @param {string} name */
  getMigrationName(name) {
    return name;
  }

  /**
   * @param {string} name
   * @returns {Promise<import("knex").Knex.Migration & { config?: { transaction: boolean } }>}
   */
  async getMigration(name) {
    const { up, down, config } = await import(new URL(name, folder).href);
    if (config?.transaction === false) return { up, down, config };
    return { up: patiently(up), down: patiently(down), config: { transaction: false } };
  }
}

/**
 * A transaction that waits in short tries; a migration of several (`config = { transaction: false }`) asks for each.
 *
 * @typedef {(knex: import("knex").Knex) => Promise<void>} Step
 * @param {Step} step
 * @returns {Step}
 */
export function patiently(step) {
  return async (knex) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await knex.transaction(async (trx) => {
          await trx.raw("SET LOCAL lock_timeout = '1s'");
          await step(trx);
        });
      } catch (error) {
        const { code = "" } = /** @type {{ code?: string }} */ (error);
        if (!triedAgain.has(code) || attempt === tries) throw error;
        await pause(500);
      }
    }
  };
}
