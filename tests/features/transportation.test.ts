import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { type Client, hiddenField, signIn } from "../support/client";
import { makeCurrency } from "../support/factories";

const office = fixture();

let client: Client;
let usd: number;
let kwd: number;
let bus_type_id: number;
let bus: { company_name: string; bus_type_id: number; capacity: number; price_per_person: number };
let made = 0;

beforeAll(async () => {
  usd = await makeCurrency(office.knex, "USD", "1", { is_default: true, symbol: "$", name: "دولار أمريكي" });
  kwd = await makeCurrency(office.knex, "KWD", "3.25", { symbol: "د.ك", name: "دينار كويتي" });
  client = await signIn(office.url);
  const { body } = await client.post("/api/bus-types", { name: "حافلة كبيرة" });
  bus_type_id = body.bus_type.id;
});

beforeEach(() => {
  bus = { company_name: `ناقل ${++made}`, bus_type_id, capacity: 49, price_per_person: 140 };
});

const create = async (more: object = {}) => {
  const { status, body } = await client.post("/api/transportations", { ...bus, ...more });
  expect(status, body.error).toBe(201);
  return body.transportation;
};

describe("calls", () => {
  test("a transportation is stored and read as it was sent, with its bus type and currency", async () => {
    const sent = {
      ...bus,
      capacity: "٤٥",
      price_per_person: "1,140.125",
      currency_id: kwd,
      route: "مطار جدة – مكة المكرمة",
      features: "تكييف\nمياه باردة",
      status: "inactive",
    };
    const stored = await create(sent);
    expect(stored).toEqual({
      ...sent,
      id: stored.id,
      bus_type: { id: bus_type_id, name: "حافلة كبيرة" },
      capacity: 45,
      price_per_person: 1140.125,
      currency: { id: kwd, code: "KWD", symbol: "د.ك", decimals: 3 },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const one = await client.get(`/api/transportations/${stored.id}`);
    expect(one.body).toEqual({ transportation: stored });
    const list = await client.get("/api/transportations");
    expect(list.body.transportations[0]).toEqual(stored);
  });

  test("what is left out has its default: the default currency, active, no route", async () => {
    expect(await create()).toMatchObject({
      currency_id: usd,
      route: null,
      features: null,
      status: "active",
    });
  });

  test("a change leaves alone what was not sent, and an emptied field is emptied", async () => {
    const stored = await create({ route: "جدة – مكة", features: "تكييف" });
    const change = { route: " ", capacity: 30 };
    const { body } = await client.put(`/api/transportations/${stored.id}`, change);
    const { updated_at } = body.transportation;
    expect(body.transportation).toEqual({ ...stored, route: null, capacity: 30, updated_at });
    const stale = await client.put(`/api/transportations/${stored.id}`, {
      capacity: 20,
      updated_at: stored.updated_at,
    });
    expect([stale.status, stale.body.current]).toEqual([409, body.transportation]);
  });

  test("refuses missing and hostile values, a sentence at each field", async () => {
    const refuse = async (field: string, value: unknown) => {
      const { status, body } = await client.post("/api/transportations", { ...bus, [field]: value });
      expect([status, Object.keys(body.fields ?? {})], `${field}=${value}`).toEqual([422, [field]]);
      expect(body.fields[field]).toMatch(/[ء-ي]/);
    };
    for (const field of Object.keys(bus)) {
      for (const value of [undefined, null, "", "  "]) await refuse(field, value);
    }
    for (const [field, value] of [
      ["bus_type_id", 999_999],
      ["bus_type_id", "x"],
      ["currency_id", 999_999],
      ["capacity", 0],
      ["capacity", -1],
      ["capacity", 4.5],
      ["capacity", "9".repeat(20)],
      ["price_per_person", -1],
      ["price_per_person", "NaN"],
      ["price_per_person", 1.005],
      ["price_per_person", 10 ** 15],
      ["status", "gone"],
      ["company_name", "س".repeat(151)],
      ["route", ["x"]],
      ["features", {}],
    ] as const) {
      await refuse(field, value);
    }
  });

  test("a price must fit the currency that it is told in, also when only the currency changes", async () => {
    const { id } = await create({ currency_id: kwd, price_per_person: 10.125 });
    const { status, body } = await client.put(`/api/transportations/${id}`, { currency_id: usd });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["price_per_person"]]);
    expect(body.error).toContain("USD");
  });

  test("search folds Arabic; filters by bus type and status; pages", async () => {
    const { body } = await client.post("/api/bus-types", { name: "كوستر" });
    const type = body.bus_type.id;
    const { id } = await create({
      company_name: "أم القرى",
      route: "المدينة – مكة",
      bus_type_id: type,
      status: "inactive",
    });
    const found = async (query: string) =>
      (await client.get(`/api/transportations?${query}`)).body.transportations.map(
        (one: { id: number }) => one.id,
      );
    for (const query of [
      "search=ام القري",
      "search=المدينه",
      `bus_type_id=${type}`,
      "status=inactive&search=أم",
    ])
      expect(await found(query), query).toEqual([id]);
    expect(await found(`bus_type_id=${type}&status=active`)).toEqual([]);
    const page = await client.get("/api/transportations?per_page=1&page=2");
    expect(page.body).toMatchObject({ page: 2, per_page: 1, total: expect.any(Number) });
    expect(page.body.transportations).toHaveLength(1);
    const screen = await client.get(`/services/transportation?bus_type_id=${type}`);
    expect(screen.body).toContain("أم القرى");
    expect(screen.body).not.toContain(bus.company_name);
  });

  test("a transportation of a package is not deleted, one of none is", async () => {
    const { id } = await create();
    const [pack] = await office
      .knex("packages")
      .insert({ name: "عمرة رجب", currency_id: usd, transportation_id: id })
      .returning("id");
    const sentence = "لا يمكن الحذف: وسيلة النقل مستخدمة في الباقة «عمرة رجب»";
    const refused = await client.delete(`/api/transportations/${id}`);
    expect([refused.status, refused.body.error]).toEqual([409, sentence]);
    const screen = await client.submit(`/services/transportation/${id}/delete`, {});
    expect([screen.status, screen.body]).toEqual([409, expect.stringContaining(`فشل الحذف: ${sentence}`)]);
    await office.knex("packages").where(pack).delete();
    const done = await client.submit(`/services/transportation/${id}/delete?search=x`, {});
    expect([done.status, done.headers.get("Location")]).toEqual([302, "/services/transportation?search=x"]);
    expect((await client.get(`/api/transportations/${id}`)).status).toBe(404);
  });
});

describe("the form, without JavaScript", () => {
  const typed = { company_name: "شركة لم تحفظ بعد", capacity: "٣٠", price_per_person: "٢٠٠" };

  test("a bus type is added in passing: what was typed stays, and the new type is chosen", async () => {
    const opened = await client.submit("/services/transportation/new?add=bus-types", {
      ...typed,
      lookup: "bus-types",
    });
    expect(opened.body).toContain("إضافة نوع حافلة");
    const send = (lookup_value: string) =>
      client.submit("/services/transportation/new", {
        lookup: "bus-types",
        lookup_value,
        lookup_key: hiddenField(opened.body, "lookup_key"),
        typed: JSON.stringify(typed),
      });
    const blank = await send(" ");
    expect([blank.status, blank.body]).toEqual([
      422,
      expect.stringContaining("فشل إضافة النوع: اسم نوع الحافلة مطلوب"),
    ]);
    const added = await send("فان");
    expect(added.body).toMatch(/<option value="\d+" selected="">فان</);
    for (const value of Object.values(typed)) expect(added.body).toContain(`value="${value}"`);
  });

  test("saves, and keeps what was typed where it is refused", async () => {
    const refused = await client.submit("/services/transportation/new", { ...typed, capacity: "0" });
    expect(refused.status).toBe(422);
    for (const part of ["فشل حفظ البيانات", "من 1 إلى 9999", `value="${typed.company_name}"`, 'value="0"'])
      expect(refused.body).toContain(part);
    const saved = await client.submit("/services/transportation/new?status=active", {
      ...typed,
      bus_type_id: String(bus_type_id),
    });
    expect([saved.status, saved.headers.get("Location")]).toEqual([
      302,
      "/services/transportation?status=active",
    ]);
    expect(
      await office.knex("transportations").where({ company_name: typed.company_name }).first(),
    ).toMatchObject({
      capacity: 30,
      price_per_person: "200.0000",
    });
  });
});
