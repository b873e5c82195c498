import { fileURLToPath } from "node:url";
import pg from "pg";
import { register } from "tsx/esm/api";
import { HostsClient } from "./app/framework/hosts-client.js";
import { migrationSource, takeTurn } from "./scripts/migrations.js";
import { errorText } from "./scripts/refusal.js";
import { requireAddress, trimSettings } from "./scripts/settings.js";

// Migrations and seeds are TypeScript.
register();

// A date is a day of the calendar. As a JavaScript Date it would shift in time zones west of Greenwich.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

try {
  trimSettings(process.env);
  requireAddress(process.env.DATABASE_URL ?? "");
} catch (error) {
  refuse(error);
}
const connectionString = process.env.DATABASE_URL ?? "";

/**
 * Ends the command with a sentence instead of Knex's stack.
 *
 * @param {unknown} error
 * @returns {never}
 */
function refuse(error) {
  console.error(errorText(error));
  process.exit(1);
}

const inProject = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

const aDay = 24 * 60 * 60 * 1000;

const isChange = process.argv.some((word) => /^migrate:(latest|up|down|rollback)$/.test(word));

/** @type {Promise<unknown> | undefined} */
let turn;

/** @type {import("knex").Knex.Config} */
export default {
  client: HostsClient,
  // Knex calls it before its first connections. The turn ends with this process.
  connection: async () => {
    turn ??= takeTurn(connectionString, { isChange }).catch(refuse);
    await turn;
    return { connectionString };
  },
  // Another process may have the turn for a long time.
  pool: { min: 0, createTimeoutMillis: aDay, acquireTimeoutMillis: aDay },
  acquireConnectionTimeout: aDay,
  migrations: process.argv.includes("migrate:make")
    ? { directory: inProject("migrations"), extension: "ts", stub: inProject("migrations/new.stub") }
    : { migrationSource: migrationSource() },
  seeds: {
    directory: inProject("seeds"),
    extension: "ts",
    loadExtensions: [".ts"],
  },
};
