import { z } from "zod";
import { db } from "~/db/knex.server";
import { choiceOf, idOf, searchOf, whereSearch } from "~/db/list.server";
import { withoutUndefined } from "~/db/rows.server";
import { tableStore } from "~/db/store.server";
import { choice, id, longText, optional, orElse, text, wholeNumber } from "~/domain/input.server";
import { type Decimal, shownCurrency } from "~/features/financial/money.server";
import { statuses } from "~/features/status";
import { price, pricedService } from "../prices.server";
import { type Catering, defaultMeals } from "./catering";

const schema = z.object({
  name: text(150),
  catering_type_id: id(),
  price_per_day: price(),
  currency_id: id().optional(),
  description: optional(longText(1000)),
  meals_per_day: orElse(wholeNumber({ max: 99 }), defaultMeals),
  status: choice(statuses).optional(),
});

type Stored = Omit<Catering, "catering_type" | "price_per_day" | "currency"> & {
  price_per_day: Decimal;
  catering_type_name: string;
  code: string;
  symbol: string;
};

export const caterings = tableStore<Catering, typeof schema, Stored>({
  table: "catering_services",
  schema,
  rows: (db) =>
    db("catering_services")
      .join("catering_types", "catering_types.id", "catering_type_id")
      .join("currencies", "currencies.id", "currency_id")
      .select("catering_services.*", { catering_type_name: "catering_types.name" }, "code", "symbol"),
  toRow: ({ catering_type_name, code, symbol, ...row }) => ({
    ...row,
    catering_type: { id: row.catering_type_id, name: catering_type_name },
    price_per_day: Number(row.price_per_day),
    currency: shownCurrency(row.currency_id, code, symbol),
  }),
  /** A search is of name and description. */
  matching(params) {
    const filters = withoutUndefined({
      catering_type_id: idOf(params, "catering_type_id"),
      status: choiceOf(params, "status", statuses),
    });
    const query = db("catering_services").select("id").where(filters);
    return whereSearch(query, "fold(concat_ws(' ', '', name, description))", searchOf(params));
  },
  checked: pricedService(["price_per_day"], { catering_type_id: "catering_types" }),
});
