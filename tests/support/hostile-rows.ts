import type { Knex } from "knex";

/** Values that PostgreSQL stores in a column of this type and that no form of the office would send. */
const hostile = new Map<string, string[]>([
  [
    "date",
    ["20000-01-01", "infinity", "-infinity", "0044-03-15 BC", "0001-01-01", "9999-12-31", "275760-09-14"],
  ],
  [
    "timestamp with time zone",
    ["infinity", "-infinity", "20000-01-01T00:00:00Z", "0044-03-15 10:00:00+00 BC", "0001-01-01T00:00:00Z"],
  ],
  [
    "jsonb",
    ["[]", "{}", "[null]", '"2026-99-99T"', "7", "null", '[{"due_date": "2026-99-99", "amount": "x"}]'],
  ],
  ["numeric", ["NaN", "Infinity", "-1", "999999999999", "0.00001"]],
  [
    "text",
    [
      "2026-99-99T",
      "2026-02-30T25:61:00Z يوم الحج",
      "99:99:00",
      "__proto__",
      "constructor",
      "\u202e\u2066مقلوب\u200f",
      "\u0001\u0008\u000b\u001f\ufffe\uffff",
      "]]><x a=\"'&",
      "=1+1\r\n\t",
      "سطر ".repeat(10_000),
    ],
  ],
]);

const kept = new Set([
  "sessions",
  "users",
  "roles",
  "permissions",
  "audit_log",
  "idempotency_keys",
  "form_holds",
]);

/**
 * Puts each such value into a row of its own, in every column that takes it: columns of keys, of codes that the office
 * issues, and of generated values excepted, and wherever a constraint refuses it.
 * @param first the row in which the values begin, counted from the newest
 * @returns what was stored: «customers.name 17»
 */
export async function spoil(knex: Knex, { types = [...hostile.keys()], first = 0 } = {}) {
  const columns: { table: string; column: string; type: string }[] = await knex(
    "information_schema.columns as c",
  )
    .join("information_schema.tables as t", {
      "t.table_name": "c.table_name",
      "t.table_schema": "c.table_schema",
    })
    .where({ "c.table_schema": "public", "c.is_generated": "NEVER", "t.table_type": "BASE TABLE" })
    .whereExists(
      knex("information_schema.columns as i")
        .select(knex.raw("1"))
        .whereRaw("i.table_name = c.table_name AND i.column_name = 'id' AND i.data_type <> 'boolean'"),
    )
    .whereIn("c.data_type", types)
    .orderBy(["c.table_name", "c.ordinal_position"])
    .select({ table: "c.table_name", column: "c.column_name", type: "c.data_type" });
  const stored: string[] = [];
  const next = new Map<string, number>();
  for (const { table, column, type } of columns) {
    if (kept.has(table) || table.startsWith("knex_") || column === "search") continue;
    const ids: number[] = await knex(table).orderBy("id", "desc").limit(60).offset(first).pluck("id");
    for (const value of hostile.get(type) ?? []) {
      const place = next.get(table) ?? 0;
      const id = ids[place % 20];
      if (id === undefined) continue;
      const isStored = await knex
        .transaction(async (trx) => {
          await trx.raw("SET LOCAL session_replication_role = replica");
          return trx(table)
            .where({ id })
            .update({ [column]: value });
        })
        .catch(() => 0);
      if (isStored) {
        stored.push(`${table}.${column} ${id} ${value.slice(0, 12)}`);
        next.set(table, place + 1);
      }
    }
  }
  return stored;
}
