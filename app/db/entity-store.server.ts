import type { Knex } from "knex";
import type { Fields, RowOf } from "~/domain/fields";
import { type SchemaOf, schemaOf } from "~/domain/fields.server";
import type { TableName } from "~/domain/nouns";
import { fieldFilters } from "./filters.server";
import { db } from "./knex.server";
import { tableStore } from "./store.server";

type Table<Row extends object, Of extends Fields> = Parameters<typeof tableStore<Row, SchemaOf<Of>>>[0];

/**
 * The ordinary store of an entity whose fields are told (domain/fields.ts): one table that has a column for each.
 * @param filters the fields that a list may be filtered by
 * @param searched what a search of a list is of
 * @param more what differs from `tableStore`
 */
export function entityStore<const Of extends Fields>(
  { table, fields }: { table: TableName; fields: Of },
  {
    filters = [],
    searched,
    ...more
  }: Pick<Table<RowOf<Of>, Of>, "total" | "checked"> & {
    filters?: readonly (keyof Of & string)[];
    searched?: (query: Knex.QueryBuilder, params: URLSearchParams) => Knex.QueryBuilder;
  },
) {
  const columns = ["id", ...Object.keys(fields), "created_at", "updated_at"].map(
    (name) => `${table}.${name}`,
  );
  const numbers = Object.keys(fields).filter((name) =>
    ["price", "percent"].includes(fields[name]?.kind ?? ""),
  );
  return tableStore<RowOf<Of>, SchemaOf<Of>>({
    table,
    schema: schemaOf(fields),
    rows: (db) => db(table).select(columns),
    toRow(row) {
      const stored = row as Record<string, unknown>;
      for (const name of numbers) stored[name] = Number(stored[name]);
      return row;
    },
    matching(params) {
      const query = db(table)
        .select("id")
        .where(fieldFilters(fields, filters, params));
      return searched?.(query, params) ?? query;
    },
    ...more,
  });
}
