import { fileURLToPath } from "node:url";
import pg from "pg";
import { register } from "tsx/esm/api";
import { MigratingClient, PatientMigrations } from "./scripts/migrating.js";

// Migrations and seeds are TypeScript.
register();

// A date is a day of the calendar, not a moment: as a JavaScript Date it would move west of Greenwich.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

if (!process.env.DATABASE_URL) {
  throw new Error(
    "Set DATABASE_URL to the PostgreSQL that Knex shall work on, e.g. postgres://user:password@host/office",
  );
}

const aDay = 24 * 60 * 60 * 1000;

/** @type {import("knex").Knex.Config} */
export default {
  client: MigratingClient,
  connection: { connectionString: process.env.DATABASE_URL },
  // Whoever finds another at it waits for its turn, however long that takes.
  pool: { min: 0, createTimeoutMillis: aDay, acquireTimeoutMillis: aDay },
  acquireConnectionTimeout: aDay,
  migrations: { migrationSource: new PatientMigrations() },
  seeds: {
    directory: fileURLToPath(new URL("seeds", import.meta.url)),
    extension: "ts",
    loadExtensions: [".ts"],
  },
};
