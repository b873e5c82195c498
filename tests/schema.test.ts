import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schemaOf } from "../scripts/schema/catalog.js";
import { createEmptyDatabase, type TestDatabase } from "./support/database";

/* The documents of the schema match the database. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

const read = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), "utf8");

test("docs/schema.sql is what the migrations make", async () => {
  const schema = await schemaOf((statement) => database.knex.raw(statement));
  expect(read("schema.sql"), "docs/schema.sql is out of date: run `npm run schema`").toBe(schema);
});

test("docs/schema.md draws every table and no other, with what refers to what", async () => {
  const drawings = [...read("schema.md").matchAll(/```mermaid\nerDiagram\n(.*?)```/gs)].map(
    ([, lines]) => lines,
  );
  const lines = drawings.flatMap((drawing = "") => drawing.trim().split(/\s*\n\s*/));
  const tables = lines.flatMap((line) => line.replace(/ :.*/, "").split(/ \S*(?:--|\.\.)\S* /));
  const known = await database
    .knex("pg_tables")
    .where({ schemaname: "public" })
    .whereNot("tablename", "like", "knex%")
    .pluck("tablename");
  expect([...new Set(tables)].sort()).toEqual(known.sort());
  const relations = lines.filter((line) => line.includes(" : "));
  expect(relations.map((line) => line.replaceAll('"', "")).sort()).toEqual(await relationsOf(database));
});

test("a trigger for certain columns compares the same columns, which no other trigger changes", async () => {
  const { rows } = await database.knex.raw(`
    SELECT tgname AS name, tgtype & 2 = 2 AS is_before, prosrc AS source, pg_get_triggerdef(pg_trigger.oid) AS definition
    FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid WHERE NOT tgisinternal AND tgrelid = 'contracts'::regclass`);
  const columnsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);
  type Trigger = { is_before: boolean; source: string };
  const changed = new Set(
    rows.flatMap(({ is_before, source }: Trigger) => (is_before ? columnsIn(source, /NEW\.(\w+) :=/g) : [])),
  );
  expect([...changed].sort()).toEqual([
    "next_due_date",
    "refundable_amount",
    "remaining_amount",
    "updated_at",
  ]);
  let many = 0;
  for (const { name, definition } of rows) {
    const columns = / UPDATE OF (.+?) ON /.exec(definition)?.[1]?.split(", ");
    if (!columns || !definition.includes(" WHEN ")) continue;
    many++;
    const compared = new Set(columnsIn(definition, /\bnew\.(\w+)/g));
    expect([name, columns.toSorted()]).toEqual([name, [...compared].toSorted()]);
    expect([name, columns.filter((column) => changed.has(column))]).toEqual([name, []]);
  }
  expect(many).toBeGreaterThan(7);
});

/** The foreign keys but those that say who did something, and the triggers that keep totals, as the drawings have them. */
async function relationsOf({ knex }: TestDatabase): Promise<string[]> {
  const { rows } = await knex.raw(String.raw`
    SELECT format('%s %s--%s %s : %s', confrelid::regclass,
      CASE WHEN bool_and(attnotnull) THEN '||' ELSE '|o' END,
      CASE WHEN EXISTS (SELECT FROM pg_index WHERE indrelid = conrelid AND indisunique AND indpred IS NULL
        AND indkey::int2[] <@ conkey) THEN 'o|' ELSE 'o{' END,
      conrelid::regclass, string_agg(attname, ', ' ORDER BY array_position(conkey, attnum))) AS line
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' GROUP BY pg_constraint.oid HAVING NOT bool_or(attname LIKE '%\_by')
    UNION ALL
    SELECT format('%s ||..o{ %s : keep_totals', tgrelid::regclass, substring(tgname FROM 'keep_(.*)_at_insert'))
    FROM pg_trigger WHERE tgname LIKE 'keep\_%\_at\_insert'`);
  return rows.map(({ line }: { line: string }) => line).sort();
}
