import type { Knex } from "knex";
import { columnNames, exactNames, type Fields, type RowOf, shownNames, type TypedOf } from "~/domain/fields";
import type { TableName } from "~/domain/nouns";
import type { Db } from "./knex.server";

/**
 * Reads and shows the rows of an entity as its fields say, each with the rows to which it refers (`shows`).
 * @param join adds columns and other tables
 * @param more what else is shown of a record, or otherwise than the fields say
 */
export function documentOf<const Of extends Fields, Kept extends object, More extends object>(
  { table, fields }: { table: TableName; fields: Of },
  {
    join = (query) => query,
    more,
  }: {
    join?: (query: Knex.QueryBuilder) => Knex.QueryBuilder;
    more: (record: Kept, shown: RowOf<Of>) => More;
  },
) {
  const numbers = exactNames(fields);
  const others = shownNames(fields).filter((name) => !numbers.includes(name));
  const references = Object.entries(fields).flatMap(([column, field]) =>
    field.kind === "reference" && field.shows
      ? [{ column, as: column.replace(/_id$/, ""), ...field, shows: field.shows }]
      : [],
  );
  // The names of a row. A copy of it has them from the start, since adding them one by one is slow (docs/decisions/bench-history.md).
  let blank: Record<string, undefined> | undefined;
  return {
    rows(db: Db): Knex.QueryBuilder {
      const query = db(table).select(`${table}.*`);
      for (const { column, as, to, optional, shows } of references) {
        query[optional ? "leftJoin" : "join"](to, `${to}.id`, `${table}.${column}`);
        query.select(Object.fromEntries(shows.map((name) => [`${as}.${name}`, `${to}.${name}`])));
      }
      return join(query);
    },
    toRow(record: Kept): Omit<RowOf<Of>, keyof More> & More {
      const kept = record as Record<string, unknown>;
      const row: Record<string, unknown> = { ...blank };
      for (const name of others) row[name] = kept[name];
      for (const name of numbers) row[name] = kept[name] === null ? null : Number(kept[name]);
      for (const { column, as, shows } of references) {
        const reference: Record<string, unknown> = { id: kept[column] };
        for (const name of shows) reference[name] = kept[`${as}.${name}`];
        row[as] = kept[column] === null ? null : reference;
      }
      const whole = Object.assign(row as RowOf<Of>, more(record, row as RowOf<Of>));
      blank ??= Object.fromEntries(Object.keys(whole).map((name) => [name, undefined]));
      return whole;
    },
  };
}

/** The entered values of an input that are stored as they are, null where one is missing. */
export function typedOf<Of extends Fields>(fields: Of, input: object) {
  const sent = input as Record<string, unknown>;
  const typed = Object.entries(fields).filter(([, { computed, stored }]) => !computed && stored !== false);
  return Object.fromEntries(typed.map(([name]) => [name, sent[name] ?? null])) as TypedOf<Of>;
}

/** The columns of an entity's fields, for a select. */
export const columnsOf = ({ table, fields }: { table: TableName; fields: Fields }) =>
  columnNames(fields).map((name) => `${table}.${name}`);
