import { randomUUID } from "node:crypto";
import { connectTo } from "../app/framework/hosts.js";
import { Refusal } from "./refusal.js";

/**
 * Asks a database what it is, before anything is written to it.
 *
 * @param {import("pg").Client} session
 * @param {string} connectionString of the session
 * @throws {Refusal} if the office cannot work with it
 */
export async function requireFitDatabase(session, connectionString) {
  const { rows } = await session.query(`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS version_name,
      current_setting('server_encoding') AS encoding, current_schema() AS schema,
      (SELECT nspname FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm') AS trigrams,
      current_database() AS name`);
  const { version, version_name, encoding, schema, trigrams, name } = rows[0];
  if (version < 140_000)
    throw new Refusal(`This PostgreSQL is ${version_name}: the office needs 14 or newer.`);
  if (encoding !== "UTF8")
    throw new Refusal(
      `The database ${name} has the encoding ${encoding}, which cannot keep Arabic: create one with ENCODING 'UTF8' TEMPLATE template0.`,
    );
  if (schema !== "public")
    throw new Refusal(
      `The office's tables stand in the schema public, but this role's is ${schema ?? "none"}: remove its search_path, and any schema of the role's name.`,
    );
  if (trigrams && trigrams !== "public")
    throw new Refusal(`pg_trgm stands in the schema ${trigrams}: ALTER EXTENSION pg_trgm SET SCHEMA public;`);
  await requireOwnSession(session, connectionString);
}

/**
 * Refuses a pooler in transaction mode. There a second connection finds what this one has set for itself.
 *
 * @param {import("pg").Client} session
 * @param {string} connectionString
 */
async function requireOwnSession(session, connectionString) {
  const mark = randomUUID();
  await session.query("SELECT set_config('office.mark', $1, false)", [mark]);
  const other = await connectTo({ connectionString });
  other.on("error", () => {});
  try {
    const { rows } = await other.query("SELECT current_setting('office.mark', true) AS mark");
    if (rows[0].mark === mark)
      throw new Refusal(
        "DATABASE_URL leads to a pooler that gives a connection to others between transactions: use its session mode, or PostgreSQL's own address.",
      );
  } finally {
    await other.end();
  }
}
