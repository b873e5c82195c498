import { fileURLToPath } from "node:url";
import pg from "pg";
import { register } from "tsx/esm/api";
import { HostsClient } from "./app/framework/hosts-client.js";
import { migrationSource, takeTurn } from "./scripts/migrations.js";
import { Refusal } from "./scripts/refusal.js";

// Migrations and seeds are TypeScript.
register();

// A date is a day of the calendar. As a JavaScript Date it would shift in time zones west of Greenwich.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const connectionString = process.env.DATABASE_URL;
if (!connectionString) {
  throw new Refusal(
    "Set DATABASE_URL to the PostgreSQL that Knex shall work on, e.g. postgres://user:password@host/office",
  );
}

const aDay = 24 * 60 * 60 * 1000;

/** @type {Promise<unknown> | undefined} */
let turn;

/** @type {import("knex").Knex.Config} */
export default {
  client: HostsClient,
  // Knex calls it before its first connections. The turn ends with this process.
  connection: async () => {
    turn ??= takeTurn(connectionString);
    await turn;
    return { connectionString };
  },
  // Another process may have the turn for a long time.
  pool: { min: 0, createTimeoutMillis: aDay, acquireTimeoutMillis: aDay },
  acquireConnectionTimeout: aDay,
  migrations: { migrationSource: migrationSource() },
  seeds: {
    directory: fileURLToPath(new URL("seeds", import.meta.url)),
    extension: "ts",
    loadExtensions: [".ts"],
  },
};
