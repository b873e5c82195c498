import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { catering as cateringService } from "~/features/services/catering/catering";
import { fixture } from "../support/app";
import { hiddenField, useClient } from "../support/client";
import { makeDollarAndDinar } from "../support/factories";
import { standardCalls } from "../support/standard-calls";

const office = fixture();
const client = useClient(office);

let usd: number;
let kwd: number;
let currencies: Record<number, object>;
let catering_type_id: number;
let catering: { name: string; catering_type_id: number; price_per_day: number };
let made = 0;

beforeAll(async () => {
  ({ usd, kwd, shown: currencies } = await makeDollarAndDinar(office.knex));
  const { body } = await client.post("/api/catering-types", { name: "إقامة كاملة" });
  catering_type_id = body.catering_type.id;
});

beforeEach(() => {
  catering = { name: `مطبخ ${++made}`, catering_type_id, price_per_day: 25 };
});

const create = async (more: object = {}) => {
  const { status, body } = await client.post("/api/catering", { ...catering, ...more });
  expect(status, body.error).toBe(201);
  return body.catering_service;
};

standardCalls(
  office,
  () => client,
  cateringService,
  {
    whole: () => ({
      name: `مطبخ ${++made}`,
      name_latin: `Kitchen ${made}`,
      catering_type_id,
      price_per_day: 25.25 + made,
      currency_id: made % 2 ? kwd : usd,
      description: `بوفيه\nعالمي ${made}`,
      meals_per_day: made % 5,
      status: made % 2 ? "inactive" : "active",
    }),
    shown: ({ currency_id }) => ({
      catering_type: { id: catering_type_id, name: "إقامة كاملة" },
      currency: currencies[Number(currency_id)],
    }),
    required: ["name", "catering_type_id", "price_per_day"],
    defaults: {
      currency: { code: "USD" },
      meals_per_day: 3,
      name_latin: null,
      description: null,
      status: "active",
    },
    refused: [
      ["name_latin", "مطبخ"],
      ["catering_type_id", 999_999],
      ["currency_id", 999_999],
      ["meals_per_day", -1],
      ["meals_per_day", 2.5],
      ["meals_per_day", "1e1"],
      ["price_per_day", -1],
      ["price_per_day", 1.0005],
      ["price_per_day", "Infinity"],
      ["status", "متاح"],
      ["name", "س".repeat(151)],
      ["description", ["x"]],
    ],
    badFilters: ["catering_type_id=x", "status=gone"],
  },
  "/api/catering",
);

describe("calls", () => {
  test("a price is read in Arabic digits, to the fils, and may be nothing", async () => {
    expect((await create({ price_per_day: "٢٥٫١٢٥", currency_id: kwd })).price_per_day).toBe(25.125);
    expect((await create({ price_per_day: 0 })).price_per_day).toBe(0);
  });

  test("meals are open where there are none, and three where they are emptied", async () => {
    const { id, meals_per_day } = await create({ meals_per_day: "٠" });
    expect(meals_per_day).toBe(0);
    const { body } = await client.put(`/api/catering/${id}`, { meals_per_day: "" });
    expect(body.catering_service.meals_per_day).toBe(3);
  });

  test("a price must fit the currency that it is told in, also when only the currency changes", async () => {
    const { id } = await create({ currency_id: kwd, price_per_day: 10.125 });
    const { status, body } = await client.put(`/api/catering/${id}`, { currency_id: usd });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["price_per_day"]]);
    expect(body.error).toContain("USD");
    const fils = await client.post("/api/catering", { ...catering, price_per_day: 1.005 });
    expect([fils.status, Object.keys(fils.body.fields)]).toEqual([422, ["price_per_day"]]);
  });

  test("search folds Arabic; filters by type and status", async () => {
    const { body } = await client.post("/api/catering-types", { name: "إفطار" });
    const type = body.catering_type.id;
    const { id } = await create({
      name: "إفطار الفندق",
      description: "قهوة عربية",
      catering_type_id: type,
      status: "inactive",
    });
    const found = async (query: string) =>
      (await client.get(`/api/catering?${query}`)).body.catering_services.map(
        (one: { id: number }) => one.id,
      );
    for (const query of [
      "search=افطار",
      "search=قهوه",
      `catering_type_id=${type}`,
      "status=inactive&search=الفندق",
    ])
      expect(await found(query), query).toEqual([id]);
    expect(await found(`catering_type_id=${type}&status=active`)).toEqual([]);
  });

  test("a catering service of a package is not deleted, one of none is", async () => {
    const { id } = await create();
    const [pack] = await office
      .knex("packages")
      .insert({ name: "عمرة رجب", currency_id: usd, catering_id: id })
      .returning("id");
    const sentence = "لا يمكن الحذف: خدمة الإعاشة مستخدمة في الباقة «عمرة رجب»";
    const refused = await client.delete(`/api/catering/${id}`);
    expect([refused.status, refused.body.error]).toEqual([409, sentence]);
    const screen = await client.submit(`/services/catering/${id}/delete`, {});
    expect([screen.status, screen.body]).toEqual([409, expect.stringContaining(`فشل الحذف: ${sentence}`)]);
    await office.knex("packages").where(pack).delete();
    expect((await client.delete(`/api/catering/${id}`)).body).toEqual({ success: true });
  });
});

describe("the screens, without JavaScript", () => {
  test.each([
    [0, "وجبات مفتوحة"],
    [1, "وجبة واحدة يوميًا"],
    [2, "وجبتان يوميًا"],
    [3, "3 وجبات يوميًا"],
    [10, "10 وجبات يوميًا"],
    [12, "12 وجبة يوميًا"],
  ])("%i meals are told as «%s», on the card and in the summary", async (meals_per_day, words) => {
    const { name } = await create({ meals_per_day });
    const { body } = await client.get(`/services/catering?search=${name}`);
    expect(body.split(`<dd>${words}</dd>`)).toHaveLength(2);
    expect(body.split(`<td>${words}</td>`)).toHaveLength(2);
  });

  const typed = { name: "خدمة لم تحفظ بعد", meals_per_day: "٢", price_per_day: "٢٠٠" };

  test("a type is added in passing: what was typed stays, and the new type is chosen", async () => {
    const opened = await client.submit("/services/catering/new?add=catering-types", {
      ...typed,
      lookup: "catering-types",
    });
    expect(opened.body).toContain("إضافة نوع إعاشة");
    const send = (lookup_value: string) =>
      client.submit("/services/catering/new", {
        lookup: "catering-types",
        lookup_value,
        lookup_key: hiddenField(opened.body, "lookup_key"),
        typed: JSON.stringify(typed),
      });
    const blank = await send(" ");
    expect([blank.status, blank.body]).toEqual([
      422,
      expect.stringContaining("فشل إضافة النوع: اسم نوع الإعاشة مطلوب"),
    ]);
    const added = await send("بوفيه");
    expect(added.body).toMatch(/<option value="\d+" selected="">بوفيه</);
    for (const value of Object.values(typed)) expect(added.body).toContain(`value="${value}"`);
  });

  test("saves, and keeps what was typed where it is refused", async () => {
    const refused = await client.submit("/services/catering/new", { ...typed, price_per_day: "" });
    expect(refused.status).toBe(422);
    for (const part of ["فشل حفظ البيانات", `value="${typed.name}"`]) expect(refused.body).toContain(part);
    const saved = await client.submit("/services/catering/new?status=active", {
      ...typed,
      catering_type_id: String(catering_type_id),
    });
    expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/services/catering?status=active"]);
    expect(await office.knex("catering_services").where({ name: typed.name }).first()).toMatchObject({
      meals_per_day: 2,
      price_per_day: "200.0000",
    });
  });
});
