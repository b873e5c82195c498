import type { z } from "zod";
import { db } from "~/db/knex.server";
import { choiceOf, idOf, searchOf } from "~/db/list.server";
import { withoutUndefined } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import { type Store, tableStore } from "~/db/store.server";
import type { TableName } from "~/domain/nouns";
import { shownCurrency } from "~/features/financial/money.server";
import { statuses } from "~/features/status";
import { pricedService } from "./prices.server";

/** A row as its screens and calls show it, without what differs from service to service. */
type Service = { id: number; currency_id: number };

/**
 * The store of a service that is of one kind, a lookup's, and has one price.
 * @param kind the lookup's table, and the column that refers to it: `bus_type_id`, shown as `bus_type: { id, name }`
 * @param price the column that holds it
 * @param searched the columns that a search is of
 */
export function kindStore<Row extends Service, Schema extends z.ZodObject>({
  table,
  schema,
  kind,
  price,
  searched,
}: {
  table: TableName;
  schema: Schema;
  kind: { table: TableName; column: keyof Row & `${string}_id` };
  price: keyof Row & string;
  searched: (keyof Row & string)[];
}): Store<Row, Schema> {
  const { column } = kind;
  type Stored = Record<string, unknown> & { kind_name: string; code: string; symbol: string };
  return tableStore<Row, Schema, Stored & Service>({
    table,
    schema,
    rows: (db) =>
      db(table)
        .join(kind.table, `${kind.table}.id`, column)
        .join("currencies", "currencies.id", "currency_id")
        .select(`${table}.*`, { kind_name: `${kind.table}.name` }, "code", "symbol"),
    toRow: ({ kind_name, code, symbol, ...row }) =>
      ({
        ...row,
        [column.replace(/_id$/, "")]: { id: row[column], name: kind_name },
        [price]: Number(row[price]),
        currency: shownCurrency(row.currency_id, code, symbol),
      }) as object as Row,
    matching(params) {
      const filters = withoutUndefined({
        [column]: idOf(params, column),
        status: choiceOf(params, "status", statuses),
      });
      const text = `fold(concat_ws(' ', '', ${searched.join(", ")}))`;
      return whereSearch(db(table).select("id").where(filters), text, searchOf(params));
    },
    checked: pricedService([price], { [column]: kind.table }),
  });
}
