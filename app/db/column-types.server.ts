import type { Db } from "./knex.server";

/** A type as PostgreSQL names it: «timestamp with time zone». */
export type ColumnType = string;

let types: Promise<Map<string, ColumnType>> | undefined;

/** The type of every column of our tables, by `<table>.<column>`. Read once, since a server runs on one schema. */
export function columnTypes(db: Db) {
  types ??= db("information_schema.columns")
    .whereRaw("table_schema = current_schema()")
    .select("table_name", "column_name", "data_type")
    .then((rows) => new Map(rows.map((row) => [`${row.table_name}.${row.column_name}`, row.data_type])));
  types.catch(() => {
    types = undefined;
  });
  return types;
}
