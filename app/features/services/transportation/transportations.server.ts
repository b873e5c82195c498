import { z } from "zod";
import { db } from "~/db/knex.server";
import { choiceOf, idOf, searchOf, whereSearch } from "~/db/list.server";
import { withoutUndefined } from "~/db/rows.server";
import { tableStore } from "~/db/store.server";
import { choice, id, longText, optional, text, wholeNumber } from "~/domain/input.server";
import { type Decimal, shownCurrency } from "~/features/financial/money.server";
import { statuses } from "~/features/status";
import { price, pricedService } from "../prices.server";
import type { Transportation } from "./transportation";

const schema = z.object({
  company_name: text(150),
  bus_type_id: id(),
  capacity: wholeNumber({ min: 1, max: 9999 }),
  price_per_person: price(),
  currency_id: id().optional(),
  route: optional(text(300)),
  features: optional(longText(1000)),
  status: choice(statuses).optional(),
});

type Stored = Omit<Transportation, "bus_type" | "price_per_person" | "currency"> & {
  price_per_person: Decimal;
  bus_type_name: string;
  code: string;
  symbol: string;
};

export const transportations = tableStore<Transportation, typeof schema, Stored>({
  table: "transportations",
  schema,
  rows: (db) =>
    db("transportations")
      .join("bus_types", "bus_types.id", "bus_type_id")
      .join("currencies", "currencies.id", "currency_id")
      .select("transportations.*", { bus_type_name: "bus_types.name" }, "code", "symbol"),
  toRow: ({ bus_type_name, code, symbol, ...row }: Stored) => ({
    ...row,
    bus_type: { id: row.bus_type_id, name: bus_type_name },
    price_per_person: Number(row.price_per_person),
    currency: shownCurrency(row.currency_id, code, symbol),
  }),
  /** A search is of company and route. */
  matching(params) {
    const filters = withoutUndefined({
      bus_type_id: idOf(params, "bus_type_id"),
      status: choiceOf(params, "status", statuses),
    });
    const query = db("transportations").select("id").where(filters);
    return whereSearch(query, "fold(concat_ws(' ', '', company_name, route))", searchOf(params));
  },
  checked: pricedService(["price_per_person"], { bus_type_id: "bus_types" }),
});
