import { fileURLToPath } from "node:url";
import pg from "pg";
import { register } from "tsx/esm/api";

// Migrations and seeds are TypeScript.
register();

// A date is a day of the calendar, not a moment: as a JavaScript Date it would move west of Greenwich.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

if (!process.env.DATABASE_URL) {
  throw new Error(
    "Set DATABASE_URL to the PostgreSQL that Knex shall work on, e.g. postgres://user:password@host/office",
  );
}

/** @param {string} name a folder beside this file */
const scriptsIn = (name) => ({
  directory: fileURLToPath(new URL(name, import.meta.url)),
  extension: "ts",
  loadExtensions: [".ts"],
});

/** @type {import("knex").Knex.Config} */
export default {
  client: "pg",
  connection: process.env.DATABASE_URL,
  migrations: scriptsIn("migrations"),
  seeds: scriptsIn("seeds"),
};
