/**
 * @typedef {import("pg").Client} Session
 * @typedef {{ name: string, columns: string[] }} Table its columns without those that PostgreSQL generates
 */

/**
 * The office's tables, each after those to which it refers, but for a reference that may be checked at the end of a transaction; without Knex's lock.
 *
 * @param {Session} session
 * @returns {Promise<Table[]>}
 */
export async function tablesInOrder(session) {
  const { rows: tables } = await session.query(`
    SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relkind = 'r' AND relnamespace = current_schema::regnamespace AND relname <> 'knex_migrations_lock'
      AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY relname ORDER BY relname`);
  const { rows: references } = await session.query(`
    SELECT child.relname AS child, parent.relname AS parent
    FROM pg_constraint JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
    WHERE contype = 'f' AND NOT condeferrable AND conrelid <> confrelid AND child.relnamespace = current_schema::regnamespace`);
  const ordered = new Map();
  while (ordered.size < tables.length) {
    const next = tables.filter(
      ({ name }) =>
        !ordered.has(name) && references.every(({ child, parent }) => child !== name || ordered.has(parent)),
    );
    if (next.length === 0)
      throw new Error("Tables refer to each other in a circle: none can be loaded first.");
    for (const table of next) ordered.set(table.name, table);
  }
  return [...ordered.values()];
}

/**
 * The last value of each sequence; null if it was never used.
 *
 * @param {Session} session
 * @returns {Promise<Record<string, string | null>>}
 */
export async function sequences(session) {
  const { rows } = await session.query(
    "SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = current_schema ORDER BY 1",
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** @param {Table} table in COPY's notation */
export const copied = ({ name, columns }) =>
  `"${name}" (${columns.map((column) => `"${column}"`).join(", ")})`;

/** Settings that make PostgreSQL write values in a form that every other PostgreSQL reads the same way. */
export const plainNotation =
  "SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL extra_float_digits = 3";
