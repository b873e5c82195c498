import { entityStore } from "~/db/entity-store.server";
import { whereSearch } from "~/db/search.server";
import type { Fields, RowOf } from "~/domain/fields";
import type { TableName } from "~/domain/nouns";
import { shownCurrency } from "~/features/money/money.server";
import { pricedService } from "./prices.server";

type Priced = { currency_id: number };

/**
 * The store of a service with prices in a currency. A reference is shown with its name: `city_id` as
 * `city: { id, name }`.
 * @param searched the columns, or other SQL, in which a search looks
 */
export function serviceStore<Row extends RowOf<Of> & Priced, Of extends Fields>(
  { table, fields }: { table: TableName; fields: Of },
  { filters, searched }: { filters: readonly (keyof Of & string)[]; searched: readonly string[] },
) {
  const references = Object.entries(fields).flatMap(([column, field]) =>
    field.kind === "reference" && column !== "currency_id"
      ? [{ column, to: field.to, by: field.by ?? "name", alias: column.replace(/_id$/, "") }]
      : [],
  );
  type Kept = RowOf<Of> & Priced & { code: string; symbol: string } & Record<string, unknown>;
  return entityStore<Of, Kept, Row>(
    { table, fields },
    {
      filters,
      searchBy: (query, search) =>
        whereSearch(query, `fold(concat_ws(' ', '', ${searched.join(", ")}))`, search),
      join(query) {
        query.join("currencies", "currencies.id", "currency_id").select("code", "symbol");
        for (const { column, to, by, alias } of references)
          query.leftJoin(to, `${to}.id`, column).select({ [alias]: `${to}.${by}` });
        return query;
      },
      toRow({ code, symbol, ...columns }) {
        const row: Record<string, unknown> = columns;
        for (const { column, by, alias } of references)
          row[alias] = row[column] ? { id: row[column], [by]: row[alias] } : null;
        row.currency = shownCurrency(row.currency_id as number, code, symbol);
        return row as Row;
      },
      check: pricedService(fields),
    },
  );
}
