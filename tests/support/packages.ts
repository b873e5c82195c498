import type { Knex } from "knex";
import { expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { makeCurrency } from "./factories";

/** The dollar is the default, a riyal worth 0.2666…, a dinar 3.25, a yen 0.0067. @returns their ids */
export async function makeCurrencies(knex: Knex) {
  return {
    usd: await makeCurrency(knex, "USD", "1", { is_default: true, symbol: "$", name: "دولار أمريكي" }),
    sar: await makeCurrency(knex, "SAR", "0.2666666667", { symbol: "ر.س", name: "ريال سعودي" }),
    kwd: await makeCurrency(knex, "KWD", "3.25", { symbol: "د.ك", name: "دينار كويتي" }),
    jpy: await makeCurrency(knex, "JPY", "0.0067", { symbol: "¥", name: "ين ياباني" }),
    yer: await makeCurrency(knex, "YER", "0.00188", { symbol: "ر.ي", name: "ريال يمني" }),
  };
}

/** Cities, categories and ratings for the services of all tests. @returns their ids */
export async function makeLookups(knex: Knex) {
  const lookup = async (table: string, name: string) =>
    (await knex(table).insert({ name }).returning("id"))[0].id as number;
  return {
    city_id: await lookup("cities", "مكة المكرمة"),
    bus_type_id: await lookup("bus_types", "حافلة"),
    catering_type_id: await lookup("catering_types", "إفطار"),
    category_id: await lookup("service_categories", "تأشيرات"),
  };
}

export const figures = ({ total_cost, total_price }: { total_cost: number; total_price: number }) => [
  total_cost,
  total_price,
];

/** Packages of an office and their services. */
export function packagesOf(
  office: ReturnType<typeof fixture>,
  client: Client,
  ids: () => { usd: number } & Awaited<ReturnType<typeof makeLookups>>,
) {
  let made = 0;

  async function insert(table: string, row: object): Promise<number> {
    const [stored] = await office.knex(table).insert(row).returning("id");
    return stored.id;
  }

  const hotel = (prices: object, currency_id = ids().usd, more: object = {}) =>
    insert("hotels", {
      name: `فندق ${++made}`,
      city_id: ids().city_id,
      address: "أجياد",
      currency_id,
      ...prices,
      ...more,
    });
  const bus = (price_per_person: string, currency_id = ids().usd) =>
    insert("transportations", {
      company_name: `نقل ${++made}`,
      bus_type_id: ids().bus_type_id,
      capacity: 45,
      price_per_person,
      currency_id,
    });
  const catering = (price_per_day: string, currency_id = ids().usd) =>
    insert("catering_services", {
      name: `إعاشة ${++made}`,
      catering_type_id: ids().catering_type_id,
      price_per_day,
      currency_id,
    });
  const service = (price: string, currency_id = ids().usd) =>
    insert("other_services", { name: `خدمة ${++made}`, category_id: ids().category_id, price, currency_id });

  const create = async (input: object = {}) => {
    const { status, body } = await client.post("/api/packages", { name: `باقة ${++made}`, ...input });
    expect(status, body.error).toBe(201);
    return body.package;
  };
  const find = async (id: number) => (await client.get(`/api/packages/${id}`)).body.package;

  return { hotel, bus, catering, service, create, find };
}
