import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { choiceOf, idOf, type List, searchOf, whereSearch } from "~/db/list.server";
import { lockRow, lockRowWithKey, refuseWhileUsed, requireRows, sent } from "~/db/rows.server";
import { type Decimal, shownCurrency } from "~/features/financial/money.server";
import { statuses } from "~/features/status";
import { notFound } from "~/http/domain-error";
import { choice, id, longText, optional, orElse, text } from "~/http/input.server";
import { checkPrices, currencyOf, price } from "../prices.server";
import { type Hotel, roomPrices } from "./hotel";

const roomPrice = orElse(price(), "0");

export const hotelSchema = z.object({
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

export type HotelInput = z.output<typeof hotelSchema>;

type Prices = Record<(typeof roomPrices)[number], Decimal>;
type Stored = Omit<Hotel, keyof Prices | "city" | "rating" | "currency"> &
  Prices & { city_name: string; rating_value: number; code: string; symbol: string };

const hotelRows = (db: Db) =>
  db("hotels")
    .join("cities", "cities.id", "city_id")
    .leftJoin("ratings", "ratings.id", "rating_id")
    .join("currencies", "currencies.id", "currency_id")
    .select("hotels.*", { city_name: "cities.name", rating_value: "ratings.value" }, "code", "symbol");

function toHotel({ city_name, rating_value, code, symbol, ...stored }: Stored): Hotel {
  const { id, name, city_id, address, rating_id, currency_id, description, status } = stored;
  return {
    id,
    name,
    city_id,
    city: { id: city_id, name: city_name },
    address,
    rating_id,
    rating: rating_id ? { id: rating_id, value: rating_value } : null,
    single_room_price: Number(stored.single_room_price),
    double_room_price: Number(stored.double_room_price),
    triple_room_price: Number(stored.triple_room_price),
    quad_room_price: Number(stored.quad_room_price),
    currency_id,
    currency: shownCurrency(currency_id, code, symbol),
    description,
    status,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  };
}

/** The hotels of a search (name, address, city), a city, a rating and a status, newest first. */
export function listHotels(params: URLSearchParams): List<Hotel> {
  const filters = {
    city_id: idOf(params, "city_id"),
    rating_id: idOf(params, "rating_id"),
    status: choiceOf(params, "status", statuses),
  };
  const matching = db("hotels")
    .join("cities", "cities.id", "city_id")
    .select("hotels.id")
    .where(sent(filters));
  return {
    matching: whereSearch(
      matching,
      "fold(concat_ws(' ', '', hotels.name, address, cities.name))",
      searchOf(params),
    ),
    table: "hotels",
    rows: hotelRows,
    toRow: toHotel,
  };
}

/** @throws DomainError not_found */
export async function findHotel(db: Db, id: number): Promise<Hotel> {
  const row: Stored | undefined = await hotelRows(db).where("hotels.id", id).first();
  if (!row) throw notFound("الفندق غير موجود");
  return toHotel(row);
}

/** @throws DomainError invalid */
export async function createHotel(trx: Transaction, input: HotelInput): Promise<Hotel> {
  const [{ id }] = await trx("hotels")
    .insert(await checked(trx, input))
    .returning("id");
  return findHotel(trx, id);
}

/** @throws DomainError not_found, invalid, conflict when someone else changed the hotel since `readAt` */
export async function updateHotel(
  trx: Transaction,
  id: number,
  input: Partial<HotelInput>,
  { readAt }: { readAt?: string } = {},
): Promise<Hotel> {
  const stored = await lockRow<Stored>(trx, "hotels", id, readAt, () => findHotel(trx, id));
  await trx("hotels")
    .where({ id })
    .update(await checked(trx, input, stored));
  return findHotel(trx, id);
}

/** What is to be stored, once all that it refers to is there and each price fits the currency. */
async function checked(trx: Transaction, input: Partial<HotelInput>, stored?: Stored) {
  await requireRows(trx, input, { city_id: "cities", rating_id: "ratings" });
  const currency = await currencyOf(trx, input.currency_id ?? stored?.currency_id);
  const row = sent(input);
  const prices = roomPrices.map((field) => [field, row[field] ?? stored?.[field]]);
  checkPrices(Object.fromEntries(prices), currency.code);
  return { ...row, currency_id: currency.id };
}

/** @throws DomainError not_found, conflict while packages have the hotel */
export async function deleteHotel(trx: Transaction, id: number) {
  await lockRowWithKey(trx, "hotels", id);
  await refuseWhileUsed("الفندق", { packages: trx("packages").where({ hotel_id: id }).select("name") });
  await trx("hotels").where({ id }).delete();
}
