import { type Db, db } from "~/db/knex.server";
import { minorUnit } from "~/features/money/money.server";
import { formatMoney } from "~/ui/page/money";
import type { Priced, PricedRooms } from "./cost";
import type { Package } from "./package";

export type Offers = Awaited<ReturnType<typeof offersFor>>;

type Told = { id: number; name: string; note: string | null; code: string; symbol: string; rate: string };

/**
 * The services that a package can choose: active ones and its present ones, each with its exact price. The form computes with
 * them; saving computes again from the rows.
 */
export async function offersFor(db: Db, chosen: Package | null) {
  const [currencies, hotels, transportations, caterings, services] = await Promise.all([
    pricingCurrencies(db),
    inUse(
      "hotels",
      chosen?.stays.map(({ hotel_id }) => hotel_id),
    )
      .leftJoin("cities", "cities.id", "city_id")
      .select("hotels.id", "hotels.name", "cities.name AS note", {
        rooms: db.raw(
          "json_build_array(single_room_price::text, double_room_price::text, triple_room_price::text, quad_room_price::text)",
        ),
      }),
    inUse("transportations", chosen?.transportation_id)
      .leftJoin("bus_types", "bus_types.id", "bus_type_id")
      .select(
        "transportations.id",
        "company_name AS name",
        "bus_types.name AS note",
        "price_per_person AS price",
      ),
    inUse("catering_services", chosen?.catering_id)
      .leftJoin("catering_types", "catering_types.id", "catering_type_id")
      .select(
        "catering_services.id",
        "catering_services.name",
        "catering_types.name AS note",
        "price_per_day AS price",
      ),
    inUse("other_services", chosen?.other_service_ids)
      .leftJoin("service_categories", "service_categories.id", "category_id")
      .select("other_services.id", "other_services.name", "service_categories.name AS note", "price"),
  ]);
  return {
    currencies,
    hotels: hotels.map(({ id, name, note, rooms, rate }: Told & PricedRooms) => ({
      id,
      name: [name, note].filter(Boolean).join(" · "),
      rooms,
      rate,
    })),
    transportations: transportations.map((row: Told & Priced) => offer(row, "للفرد")),
    caterings: caterings.map((row: Told & Priced) => offer(row, "لليوم")),
    services: services.map((row: Told & Priced) => offer(row)),
  };
}

function inUse(table: string, chosen: number | number[] | null | undefined) {
  return db(table)
    .join("currencies", "currencies.id", `${table}.currency_id`)
    .where((either) =>
      either.where(`${table}.status`, "active").orWhereIn(`${table}.id`, [chosen ?? []].flat()),
    )
    .orderBy("name")
    .select("code", "symbol", "currencies.exchange_rate AS rate");
}

/** @param per the unit of the price */
function offer({ id, name, note, code, symbol, price, rate }: Told & Priced, per?: string) {
  const priceText = formatMoney(Number(price), { code, symbol, decimals: minorUnit(code) });
  return {
    id,
    name,
    note: [note, [priceText, per].filter(Boolean).join(" ")].filter(Boolean).join(" · "),
    price,
    rate,
  };
}

/** The currencies in which a package can be sold, with their exact rates, the default one first. */
async function pricingCurrencies(db: Db) {
  const rows: {
    id: number;
    name: string;
    code: string;
    symbol: string;
    rate: string;
    is_default: boolean;
  }[] = await db("currencies")
    .select("id", "name", "code", "symbol", "exchange_rate AS rate", "is_default")
    .orderBy([{ column: "is_default", order: "desc" }, "name", "id"]);
  return rows.map((row) => ({ ...row, decimals: minorUnit(row.code) }));
}
