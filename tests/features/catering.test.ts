import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { type Client, hiddenField, signIn } from "../support/client";
import { makeCurrency } from "../support/factories";

const office = fixture();

let client: Client;
let usd: number;
let kwd: number;
let catering_type_id: number;
let catering: { name: string; catering_type_id: number; price_per_day: number };
let made = 0;

beforeAll(async () => {
  usd = await makeCurrency(office.knex, "USD", "1", { is_default: true, symbol: "$", name: "دولار أمريكي" });
  kwd = await makeCurrency(office.knex, "KWD", "3.25", { symbol: "د.ك", name: "دينار كويتي" });
  client = await signIn(office.url);
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

describe("calls", () => {
  test("a catering service is stored and read as it was sent, with its type and currency", async () => {
    const sent = {
      ...catering,
      price_per_day: "٢٥٫١٢٥",
      currency_id: kwd,
      description: "بوفيه\nعالمي",
      meals_per_day: "٠",
      status: "inactive",
    };
    const stored = await create(sent);
    expect(stored).toEqual({
      ...sent,
      id: stored.id,
      catering_type: { id: catering_type_id, name: "إقامة كاملة" },
      price_per_day: 25.125,
      currency: { id: kwd, code: "KWD", symbol: "د.ك", decimals: 3 },
      meals_per_day: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const one = await client.get(`/api/catering/${stored.id}`);
    expect(one.body).toEqual({ catering_service: stored });
    const list = await client.get("/api/catering");
    expect(list.body.catering_services[0]).toEqual(stored);
  });

  test("what is left out has its default: the default currency, three meals, active", async () => {
    expect(await create()).toMatchObject({
      currency_id: usd,
      meals_per_day: 3,
      description: null,
      status: "active",
    });
  });

  test("a change leaves alone what was not sent, and an emptied field is emptied", async () => {
    const stored = await create({ description: "عالمي", meals_per_day: 1 });
    const { body } = await client.put(`/api/catering/${stored.id}`, { description: "", price_per_day: 0 });
    const { updated_at } = body.catering_service;
    expect(body.catering_service).toEqual({ ...stored, description: null, price_per_day: 0, updated_at });
    const emptied = await client.put(`/api/catering/${stored.id}`, { meals_per_day: "" });
    expect(emptied.body.catering_service.meals_per_day).toBe(3);
    const stale = await client.put(`/api/catering/${stored.id}`, {
      name: "ب",
      updated_at: stored.updated_at,
    });
    expect([stale.status, stale.body.current]).toEqual([409, emptied.body.catering_service]);
  });

  test("refuses missing and hostile values, a sentence at each field", async () => {
    const refuse = async (field: string, value: unknown) => {
      const { status, body } = await client.post("/api/catering", { ...catering, [field]: value });
      expect([status, Object.keys(body.fields ?? {})], `${field}=${value}`).toEqual([422, [field]]);
      expect(body.fields[field]).toMatch(/[ء-ي]/);
    };
    for (const field of Object.keys(catering)) {
      for (const value of [undefined, null, "", "  "]) await refuse(field, value);
    }
    for (const [field, value] of [
      ["catering_type_id", 999_999],
      ["currency_id", 999_999],
      ["meals_per_day", -1],
      ["meals_per_day", 2.5],
      ["meals_per_day", "1e1"],
      ["price_per_day", -1],
      ["price_per_day", 1.005],
      ["price_per_day", "Infinity"],
      ["status", "متاح"],
      ["name", "س".repeat(151)],
      ["description", ["x"]],
    ] as const) {
      await refuse(field, value);
    }
  });

  test("a price must fit the currency that it is told in, also when only the currency changes", async () => {
    const { id } = await create({ currency_id: kwd, price_per_day: 10.125 });
    const { status, body } = await client.put(`/api/catering/${id}`, { currency_id: usd });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["price_per_day"]]);
    expect(body.error).toContain("USD");
  });

  test("search folds Arabic; filters by type and status; pages", async () => {
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
    const page = await client.get("/api/catering?per_page=1&page=2");
    expect(page.body).toMatchObject({ page: 2, per_page: 1, total: expect.any(Number) });
    expect(page.body.catering_services).toHaveLength(1);
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
    expect((await client.get(`/api/catering/${id}`)).status).toBe(404);
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
