import { z } from "zod";
import { db } from "~/db/knex.server";
import { choiceOf, idOf, searchOf, whereSearch } from "~/db/list.server";
import { withoutUndefined } from "~/db/rows.server";
import { tableStore } from "~/db/store.server";
import { choice, id, longText, optional, orElse, text } from "~/domain/input.server";
import { type Decimal, shownCurrency } from "~/features/financial/money.server";
import { statuses } from "~/features/status";
import { price, pricedService } from "../prices.server";
import { defaultIcon, iconNames, type OtherService } from "./other-service";

const schema = z.object({
  name: text(150),
  category_id: id(),
  price: price(),
  currency_id: id().optional(),
  description: optional(longText(1000)),
  icon: orElse(choice(iconNames), defaultIcon),
  status: choice(statuses).optional(),
});

type Stored = Omit<OtherService, "category" | "price" | "currency"> & {
  price: Decimal;
  category_name: string;
  code: string;
  symbol: string;
};

export const otherServices = tableStore<OtherService, typeof schema, Stored>({
  table: "other_services",
  schema,
  rows: (db) =>
    db("other_services")
      .join("service_categories", "service_categories.id", "category_id")
      .join("currencies", "currencies.id", "currency_id")
      .select("other_services.*", { category_name: "service_categories.name" }, "code", "symbol"),
  toRow: ({ category_name, code, symbol, ...row }) => ({
    ...row,
    category: { id: row.category_id, name: category_name },
    price: Number(row.price),
    currency: shownCurrency(row.currency_id, code, symbol),
  }),
  /** A search is of name and description. */
  matching(params) {
    const filters = withoutUndefined({
      category_id: idOf(params, "category_id"),
      status: choiceOf(params, "status", statuses),
    });
    const query = db("other_services").select("id").where(filters);
    return whereSearch(query, "fold(concat_ws(' ', '', name, description))", searchOf(params));
  },
  checked: pricedService(["price"], { category_id: "service_categories" }),
});
