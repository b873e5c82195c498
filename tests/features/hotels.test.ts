import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hotel as hotelService } from "~/features/services/hotels/hotel";
import { fixture } from "../support/app";
import { useClient } from "../support/client";
import { makeDollarAndDinar } from "../support/factories";
import { standardCalls } from "../support/standard-calls";

const office = fixture();
const client = useClient(office);

let usd: number;
let kwd: number;
let currencies: Record<number, object>;
let city_id: number;
let rating_id: number;
let hotel: { name: string; city_id: number; address: string };
let made = 0;

beforeAll(async () => {
  ({ usd, kwd, shown: currencies } = await makeDollarAndDinar(office.knex));
  const { body } = await client.post("/api/cities", { name: "مكة المكرمة" });
  city_id = body.city.id;
  rating_id = (await client.post("/api/ratings", { value: 5 })).body.rating.id;
});

beforeEach(() => {
  hotel = { name: `فندق ${++made}`, city_id, address: "أجياد" };
});

const create = async (more: object = {}) => {
  const { status, body } = await client.post("/api/hotels", { ...hotel, ...more });
  expect(status, body.error).toBe(201);
  return body.hotel;
};

standardCalls(office, () => client, hotelService, {
  whole: () => ({
    name: `فندق ${++made}`,
    name_latin: `Hotel ${made}`,
    city_id,
    address: `أجياد ${made}`,
    rating_id: made % 2 ? rating_id : null,
    single_room_price: 100.25 + made,
    double_room_price: 120.5 + made,
    triple_room_price: 150 + made,
    quad_room_price: 180.75 + made,
    currency_id: made % 2 ? kwd : usd,
    description: `مطل على الحرم ${made}`,
    status: made % 2 ? "inactive" : "active",
  }),
  shown: ({ rating_id, currency_id }) => ({
    city: { id: city_id, name: "مكة المكرمة" },
    rating: rating_id && { id: rating_id, value: 5 },
    currency: currencies[Number(currency_id)],
  }),
  required: ["name", "city_id", "address"],
  defaults: {
    name_latin: null,
    rating_id: null,
    single_room_price: 0,
    double_room_price: 0,
    triple_room_price: 0,
    quad_room_price: 0,
    currency: { code: "USD" },
    description: null,
    status: "active",
  },
  refused: [
    ["city_id", 999_999],
    ["rating_id", 999_999],
    ["currency_id", 999_999],
    ["city_id", "x"],
    ["single_room_price", -1],
    ["double_room_price", "NaN"],
    ["triple_room_price", "1e5"],
    ["quad_room_price", 1.0005],
    ["quad_room_price", 10 ** 15],
    ["status", "gone"],
    ["name", "س".repeat(151)],
    ["name", ["x"]],
    ["name_latin", "فندق"],
    ["name_latin", "Hotel ٢"],
    ["name_latin", "2"],
  ],
  badFilters: ["city_id=x", "rating_id=x", "status=gone"],
});

describe("calls", () => {
  test("prices are read in Arabic digits and with thousands, to the fils; emptied they are 0", async () => {
    const prices = {
      single_room_price: 100.125,
      double_room_price: "١٢٠٫٥",
      triple_room_price: "1,150",
      quad_room_price: 80,
    };
    const { id, ...stored } = await create({ ...prices, currency_id: kwd });
    const read = { single_room_price: 100.125, double_room_price: 120.5, triple_room_price: 1150 };
    expect(stored).toMatchObject({ ...read, quad_room_price: 80 });
    const { body } = await client.put(`/api/hotels/${id}`, { quad_room_price: "" });
    expect(body.hotel).toMatchObject({ ...read, quad_room_price: 0 });
  });

  test("a price must fit the currency that it is told in, also when only the currency changes", async () => {
    const stored = await create({ currency_id: kwd, single_room_price: 10.125 });
    const { status, body } = await client.put(`/api/hotels/${stored.id}`, { currency_id: usd });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["single_room_price"]]);
    expect(body.error).toContain("USD");
    const fils = await client.post("/api/hotels", { ...hotel, quad_room_price: 1.005 });
    expect([fils.status, Object.keys(fils.body.fields)]).toEqual([422, ["quad_room_price"]]);
  });

  test("search folds Arabic; filters by city, rating and status", async () => {
    const { body } = await client.post("/api/cities", { name: "المدينة المنورة" });
    const found = await create({ name: "دار الإيمان", city_id: body.city.id, status: "inactive" });
    const search = (query: string) => client.get(`/api/hotels?${query}`);
    for (const query of [
      "search=الايمان",
      "search=المدينه",
      `city_id=${body.city.id}`,
      "status=inactive&search=دار",
    ]) {
      const { body } = await search(query);
      expect(
        body.hotels.map(({ id }: { id: number }) => id),
        query,
      ).toContain(found.id);
      expect(
        body.hotels.every((one: typeof found) => one.city_id === found.city_id),
        query,
      ).toBe(true);
    }
    expect((await search("status=active&search=الايمان")).body.hotels).toEqual([]);
  });

  test("a hotel of a package is not deleted, one of none is", async () => {
    const { id } = await create();
    const [pack] = await office
      .knex("packages")
      .insert({ name: "عمرة رجب", currency_id: usd, hotel_id: id })
      .returning("id");
    const refused = await client.delete(`/api/hotels/${id}`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "لا يمكن الحذف: الفندق مستخدم في الباقة «عمرة رجب»",
    ]);
    const screen = await client.submit(`/services/hotels/${id}/delete`, {});
    expect([screen.status, screen.body]).toEqual([
      409,
      expect.stringContaining("فشل حذف الفندق: لا يمكن الحذف"),
    ]);
    await office.knex("packages").where(pack).delete();
    expect((await client.delete(`/api/hotels/${id}`)).body).toEqual({ success: true });
  });
});

describe("lookups", () => {
  test.each([
    ["cities", "cities", "city", { name_latin: null }],
    ["bus-types", "bus_types", "bus_type", {}],
    ["catering-types", "catering_types", "catering_type", {}],
    ["service-categories", "service_categories", "service_category", {}],
  ])("/api/%s gives and takes names, in their order, each once", async (address, key, item, more) => {
    for (const name of ["ياء", "  ألف  "]) {
      const { status, body } = await client.post(`/api/${address}`, { name });
      expect([status, body]).toEqual([
        201,
        { [item]: { id: expect.any(Number), name: name.trim(), ...more } },
      ]);
    }
    const { body } = await client.get(`/api/${address}`);
    const names = body[key].map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => ["ياء", "ألف"].includes(name))).toEqual(["ألف", "ياء"]);
    const again = await client.post(`/api/${address}`, { name: "ألف" });
    expect([again.status, Object.keys(again.body.fields)]).toEqual([409, ["name"]]);
    const blank = await client.post(`/api/${address}`, { name: "  " });
    expect([blank.status, Object.keys(blank.body.fields)]).toEqual([422, ["name"]]);
    expect((await client.get(`/api/${address}?search=الف`)).body[key]).toHaveLength(1);
    expect((await client.put(`/api/${address}`, {})).status).toBe(405);
    expect((await client.delete(`/api/${address}/1`)).status).toBe(404);
  });

  test("a rating is a number of stars from 1 to 7", async () => {
    expect((await client.post("/api/ratings", { value: "٤" })).body).toEqual({
      rating: { id: expect.any(Number), value: 4 },
    });
    for (const value of ["", null, 0, 8, 4.5, "★"]) {
      const { status, body } = await client.post("/api/ratings", { value });
      expect([status, Object.keys(body.fields)], String(value)).toEqual([422, ["value"]]);
    }
  });
});
