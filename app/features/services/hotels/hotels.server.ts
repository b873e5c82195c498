import { z } from "zod";
import { db } from "~/db/knex.server";
import { choiceOf, idOf, searchOf } from "~/db/list.server";
import { withoutUndefined } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import { tableStore } from "~/db/store.server";
import { choice, id, longText, optional, orElse, price, text } from "~/domain/input.server";
import { type Decimal, shownCurrency } from "~/features/financial/money.server";
import { statuses } from "~/features/status";
import { pricedService } from "../prices.server";
import { type Hotel, type RoomPrice, roomPrices } from "./hotel";

const roomPrice = orElse(price(), "0");

const schema = z.object({
  name: text(150),
  city_id: id(),
  address: text(300),
  rating_id: optional(id()),
  single_room_price: roomPrice,
  double_room_price: roomPrice,
  triple_room_price: roomPrice,
  quad_room_price: roomPrice,
  currency_id: id().optional(),
  description: optional(longText(1000)),
  status: choice(statuses).optional(),
});

type Stored = Omit<Hotel, RoomPrice | "city" | "rating" | "currency"> &
  Record<RoomPrice, Decimal> & { city_name: string; rating_value: number; code: string; symbol: string };

export const hotels = tableStore<Hotel, typeof schema, Stored>({
  table: "hotels",
  schema,
  rows: (db) =>
    db("hotels")
      .join("cities", "cities.id", "city_id")
      .leftJoin("ratings", "ratings.id", "rating_id")
      .join("currencies", "currencies.id", "currency_id")
      .select("hotels.*", { city_name: "cities.name", rating_value: "ratings.value" }, "code", "symbol"),
  toRow: ({ city_name, rating_value, code, symbol, ...row }) => ({
    ...row,
    city: { id: row.city_id, name: city_name },
    rating: row.rating_id ? { id: row.rating_id, value: rating_value } : null,
    single_room_price: Number(row.single_room_price),
    double_room_price: Number(row.double_room_price),
    triple_room_price: Number(row.triple_room_price),
    quad_room_price: Number(row.quad_room_price),
    currency: shownCurrency(row.currency_id, code, symbol),
  }),
  /** A search is of name, address and city. */
  matching(params) {
    const filters = withoutUndefined({
      city_id: idOf(params, "city_id"),
      rating_id: idOf(params, "rating_id"),
      status: choiceOf(params, "status", statuses),
    });
    const query = db("hotels").join("cities", "cities.id", "city_id").select("hotels.id").where(filters);
    return whereSearch(
      query,
      "fold(concat_ws(' ', '', hotels.name, address, cities.name))",
      searchOf(params),
    );
  },
  checked: pricedService(roomPrices, { city_id: "cities", rating_id: "ratings" }),
});
