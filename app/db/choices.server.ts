import type { Knex } from "knex";
import { id } from "~/domain/input.server";
import type { TableName } from "~/domain/nouns";
import { db } from "./knex.server";
import { anyOf, whereSearch } from "./search.server";

/** The most rows that a select offers beside the chosen one. A search finds others. */
export const mostOffered = 50;

const anId = id();

/**
 * The newest rows of `choices` whose name matches a search, and the chosen one.
 * @param table which has a `name`
 * @param columns of a row beside its id and name
 * @returns also whether `all` has further rows, and the number of matches of a search
 */
export async function offeredRows<Row extends { id: number; name: string }>(
  table: TableName,
  {
    all,
    choices = all,
    columns = [],
  }: { all: Knex.QueryBuilder; choices?: Knex.QueryBuilder; columns?: string[] },
  search: string,
  value: unknown,
): Promise<{ rows: Row[]; hasMore: boolean; matches?: number }> {
  const matches = whereSearch(choices.clone(), "fold(' ' || name)", search);
  const newest = matches.clone().select("id").orderBy("id", "desc").limit(mostOffered);
  const { data: chosen } = anId.safeParse(value);
  const ids = chosen ? anyOf([newest, db(table).where({ id: chosen }).select("id")]) : newest;
  const rows = db(table)
    .whereIn("id", db.from(ids.as("offered")).select("id"))
    .select("id", "name", ...columns);
  const row: { rows: Row[]; count: number; matches: number | null } = await db.first({
    rows: db.from(rows.as("one")).select(db.raw("coalesce(json_agg(one ORDER BY id DESC), '[]')")),
    count: all.clone().count(),
    matches: search ? matches.clone().count() : db.raw("NULL::bigint"),
  });
  return { rows: row.rows, hasMore: row.count > row.rows.length, matches: row.matches ?? undefined };
}
