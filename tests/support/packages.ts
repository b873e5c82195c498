import type { Knex } from "knex";
import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { insert, makeCurrency } from "./factories";

/** The dollar is the default, a riyal worth 0.2666…, a dinar 3.25, a yen 0.0067. @returns their ids */
async function makeCurrencies(knex: Knex) {
  return {
    usd: await makeCurrency(knex, "USD", "1", { is_default: true, symbol: "$", name: "دولار أمريكي" }),
    sar: await makeCurrency(knex, "SAR", "0.2666666667", { symbol: "ر.س", name: "ريال سعودي" }),
    kwd: await makeCurrency(knex, "KWD", "3.25", { symbol: "د.ك", name: "دينار كويتي" }),
    jpy: await makeCurrency(knex, "JPY", "0.0067", { symbol: "¥", name: "ين ياباني" }),
    yer: await makeCurrency(knex, "YER", "0.00188", { symbol: "ر.ي", name: "ريال يمني" }),
  };
}

/** Cities, categories and ratings for the services of all tests. @returns their ids */
async function makeLookups(knex: Knex) {
  return {
    city_id: await insert(knex, "cities", { name: "مكة المكرمة" }),
    bus_type_id: await insert(knex, "bus_types", { name: "حافلة" }),
    catering_type_id: await insert(knex, "catering_types", { name: "إفطار" }),
    category_id: await insert(knex, "service_categories", { name: "تأشيرات" }),
  };
}

export const figures = ({ total_cost, total_price }: { total_cost: number; total_price: number }) => [
  total_cost,
  total_price,
];

/** Packages of an office, their services, and what these refer to. */
export function packagesOf(office: ReturnType<typeof fixture>, client: Client) {
  const ids = {} as Awaited<ReturnType<typeof makeCurrencies>> & Awaited<ReturnType<typeof makeLookups>>;
  beforeAll(async () => {
    Object.assign(ids, await makeCurrencies(office.knex), await makeLookups(office.knex));
  });
  let made = 0;

  const hotel = (prices: object, currency_id = ids.usd, more: object = {}) =>
    insert(office.knex, "hotels", {
      name: `فندق ${++made}`,
      city_id: ids.city_id,
      address: "أجياد",
      currency_id,
      ...prices,
      ...more,
    });
  const bus = (price_per_person: string, currency_id = ids.usd) =>
    insert(office.knex, "transportations", {
      company_name: `نقل ${++made}`,
      bus_type_id: ids.bus_type_id,
      capacity: 45,
      price_per_person,
      currency_id,
    });
  const catering = (price_per_day: string, currency_id = ids.usd) =>
    insert(office.knex, "catering_services", {
      name: `إعاشة ${++made}`,
      catering_type_id: ids.catering_type_id,
      price_per_day,
      currency_id,
    });
  const service = (price: string, currency_id = ids.usd) =>
    insert(office.knex, "other_services", {
      name: `خدمة ${++made}`,
      category_id: ids.category_id,
      price,
      currency_id,
    });

  const create = async (input: object = {}) => {
    const { status, body } = await client.post("/api/packages", { name: `باقة ${++made}`, ...input });
    expect(status, body.error).toBe(201);
    return body.package;
  };
  const find = async (id: number) => (await client.get(`/api/packages/${id}`)).body.package;

  return { ids, hotel, bus, catering, service, create, find };
}
