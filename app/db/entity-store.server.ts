import type { Knex } from "knex";
import { exactNames, type Fields, type RowOf } from "~/domain/fields";
import { type SchemaOf, schemaOf } from "~/domain/fields.server";
import type { TableName } from "~/domain/nouns";
import { columnsOf } from "./document.server";
import { byFields, type Filters, readFilters } from "./filters.server";
import { db } from "./knex.server";
import { keptCount, searchOf } from "./list.server";
import { visibleRows } from "./rows.server";
import { tableStore } from "./store.server";

type Table<Row extends object, Of extends Fields, RawRow extends object> = Parameters<
  typeof tableStore<Row, SchemaOf<Of>, RawRow>
>[0];

/**
 * The ordinary store of an entity with fields (domain/fields.ts): one table that has a column for each.
 * @param filters the fields that filter a list; the table's kept totals are counted by `totalsBy` (docs/decisions/totals.md)
 * @param searchBy narrows a query to the rows that match a search
 * @param join adds columns of other tables
 * @param toRow turns a record of `join` into the row that screens and calls show
 * @param more replaces parts of `tableStore`
 */
export function entityStore<
  const Of extends Fields,
  RawRow extends RowOf<Of> = RowOf<Of>,
  Row extends RowOf<Of> = RowOf<Of>,
>(
  { table, fields }: { table: TableName; fields: Of },
  {
    filters = [],
    otherFilters = {},
    totalsBy,
    searchBy,
    join = (query) => query,
    toRow = (row) => row as RowOf<Of> as Row,
    ...more
  }: {
    filters?: readonly (keyof Of & string)[];
    /** Filters that are no column of the table. */
    otherFilters?: Filters;
    totalsBy?: readonly (keyof Of & string)[];
    searchBy?: (query: Knex.QueryBuilder, search: string) => Knex.QueryBuilder;
    join?: (query: Knex.QueryBuilder) => Knex.QueryBuilder;
    toRow?: (record: RawRow) => Row;
  } & Pick<Table<Row, Of, RawRow>, "check" | "matching">,
) {
  const columns = columnsOf({ table, fields });
  const numbers = exactNames(fields);
  const available = { ...byFields(fields, filters), ...otherFilters };
  return tableStore<Row, SchemaOf<Of>, RawRow>({
    table,
    schema: schemaOf(fields),
    rows: (db) => join(visibleRows(db, table).select(columns)),
    toRow(record) {
      const row = record as Record<string, unknown>;
      for (const name of numbers) row[name] = Number(row[name]); // changes the row itself, since copying every row is expensive
      return toRow(record);
    },
    matching(params) {
      const query = readFilters(available, params).narrow(visibleRows(db, table).select(`${table}.id`));
      const search = searchOf(params);
      return search && searchBy ? searchBy(query, search) : query;
    },
    total(params) {
      const selection = readFilters(available, params);
      const isKept = totalsBy && !searchOf(params) && selection.isOnlyBy(totalsBy);
      return isKept ? selection.narrow(keptCount(table)) : undefined;
    },
    ...more,
  });
}
