import type { Knex } from "knex";
import { type Asked, offer } from "~/db/choices.server";
import { type Db, db } from "~/db/knex.server";
import { formatMoney } from "~/domain/money";
import type { TableName } from "~/domain/nouns";
import { rowsOfFlat } from "~/domain/rows";
import { minorUnit } from "~/features/money/money.server";
import type { Priced, PricedRooms } from "./cost";
import { type Stay, stayColumns } from "./stay";

/** With what the form computes. */
export type Offers = {
  currencies: Awaited<ReturnType<typeof pricingCurrencies>>;
  hotels: (PricedRooms & { id: number; name: string })[];
} & Record<"transportations" | "caterings" | "services", ReturnType<typeof toOffer>[]>;

type Told = { id: number; name: string; note: string | null; code: string; symbol: string; rate: string };

/**
 * The services that a package can choose: active ones and its present ones, each with its exact price. The form computes with
 * them; saving computes again from the rows.
 */
export async function packageOffers(asked: Asked) {
  const priced = (table: string) =>
    db(table)
      .join("currencies", "currencies.id", `${table}.currency_id`)
      .select(`${table}.id`, "code", "symbol", "currencies.exchange_rate AS rate");
  const open = (services: Knex.QueryBuilder) => services.where({ status: "active" });
  /** The choices of a field of services: their name, the kind that each is of, and their price for a unit. */
  const service = (
    field: string,
    table: TableName,
    [kinds, kind]: [table: string, column: string],
    price: string,
    per?: string,
    name = `${table}.name`,
  ) =>
    offer(asked, field, {
      table,
      name,
      open,
      rows: priced(table)
        .leftJoin(kinds, `${kinds}.id`, kind)
        .select({ name, note: `${kinds}.name`, price }),
      toChoice: (row: Told & Priced) => toOffer(row, per),
    });
  const [stays, transportation_id, catering_id, other_service_ids] = await Promise.all([
    offer<Told & PricedRooms, Offers["hotels"][number]>(
      { ...asked, chosen: () => hotelIdsOf(asked.chosen("stays")) },
      "stays",
      {
        table: "hotels",
        open,
        rows: priced("hotels")
          .leftJoin("cities", "cities.id", "city_id")
          .select("hotels.name", "cities.name AS note", {
            rooms: db.raw(
              "json_build_array(single_room_price::text, double_room_price::text, triple_room_price::text, quad_room_price::text)",
            ),
          }),
        toChoice: ({ id, name, note, rooms, rate }) => ({
          id,
          name: [name, note].filter(Boolean).join(" · "),
          rooms,
          rate,
        }),
      },
    ),
    service(
      "transportation_id",
      "transportations",
      ["bus_types", "bus_type_id"],
      "price_per_person",
      "للفرد",
      "company_name",
    ),
    service(
      "catering_id",
      "catering_services",
      ["catering_types", "catering_type_id"],
      "price_per_day",
      "لليوم",
    ),
    service("other_service_ids", "other_services", ["service_categories", "category_id"], "price"),
  ]);
  return { stays, transportation_id, catering_id, other_service_ids };
}

/** The hotels among the stays of a form, where each stands before its nights, and of a package. */
const hotelIdsOf = (stays: unknown[]) => [
  ...rowsOfFlat(
    stays.filter((value) => typeof value === "string"),
    stayColumns,
  ).map(({ hotel_id }) => hotel_id),
  ...stays.map((stay) => (stay as Partial<Stay> | undefined)?.hotel_id),
];

/** @param per the unit of the price */
function toOffer({ id, name, note, code, symbol, price, rate }: Told & Priced, per?: string) {
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
export async function pricingCurrencies(db: Db) {
  const rows: {
    id: number;
    name: string;
    code: string;
    symbol: string;
    rate: string;
    is_default: boolean;
  }[] = await db("currencies")
    .select("id", "name", "code", "symbol", "exchange_rate AS rate", "is_default")
    .orderByRaw("is_default DESC, name COLLATE by_name, id");
  return rows.map((row) => ({ ...row, decimals: minorUnit(row.code) }));
}
