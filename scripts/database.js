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
      (SELECT datctype FROM pg_database WHERE datname = current_database()) AS letters,
      (SELECT nspname FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm') AS trigrams,
      current_database() AS name`);
  const { version, version_name, encoding, letters, schema, trigrams, name } = rows[0];
  if (version < 140_000)
    throw new Refusal(`This PostgreSQL is ${version_name}: the office needs 14 or newer.`);
  if (encoding !== "UTF8")
    throw new Refusal(
      `The database ${name} has the encoding ${encoding}, which cannot keep Arabic: create one with ENCODING 'UTF8' TEMPLATE template0.`,
    );
  if (["C", "POSIX"].includes(letters))
    console.error(
      `The database ${name} has the character type ${letters}, in which Arabic has no letters: searches are right, but slow. One with LC_CTYPE 'C.UTF-8' TEMPLATE template0 is faster; \`npm run backup\` and \`npm run restore\` move the office there.`,
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
 * Refuses a role that may not change the schema.
 *
 * @param {import("pg").Client} session
 */
export async function requireOwner(session) {
  const { rows } = await session.query(`
    SELECT current_user AS role, current_database() AS name, has_schema_privilege('public', 'CREATE')
        AND (has_database_privilege(current_database(), 'CREATE') OR EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm'))
        AND coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('knex_migrations')), true) AS may`);
  const { role, name, may } = rows[0];
  if (!may)
    throw new Refusal(
      `The role ${role} may not change the schema of the database ${name}: use its owner's, or ALTER DATABASE ${name} OWNER TO ${role};`,
    );
}

/**
 * Refuses a role that may not read all of the office's tables, as when new ones have come by a migration.
 *
 * @param {import("pg").Client} session
 */
export async function requireGrants(session) {
  const { rows } = await session.query(`
    SELECT current_user AS role, relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND NOT has_table_privilege(oid, 'SELECT')
      AND relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('knex_migrations')) ORDER BY 2`);
  if (rows.length > 0)
    throw new Refusal(
      `The role ${rows[0].role} may not read ${rows.length} tables (${rows[0].name}, …): as the owner, SELECT grant_to_application('${rows[0].role}');`,
    );
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
