import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transportation } from "~/features/services/transportation/transportation";
import { fixture } from "../support/app";
import { hiddenField, useClient } from "../support/client";
import { makeDollarAndDinar } from "../support/factories";
import { standardCalls } from "../support/standard-calls";

const office = fixture();
const client = useClient(office);

let usd: number;
let kwd: number;
let currencies: Record<number, object>;
let bus_type_id: number;
let bus: { company_name: string; bus_type_id: number; capacity: number; price_per_person: number };
let made = 0;

beforeAll(async () => {
  ({ usd, kwd, shown: currencies } = await makeDollarAndDinar(office.knex));
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

standardCalls(office, () => client, transportation, {
  whole: () => ({
    company_name: `ناقل ${++made}`,
    name_latin: `Carrier ${made}`,
    bus_type_id,
    capacity: 30 + made,
    price_per_person: 140.25 + made,
    currency_id: made % 2 ? kwd : usd,
    route: `مطار جدة – مكة المكرمة ${made}`,
    features: `تكييف\nمياه باردة ${made}`,
    status: made % 2 ? "inactive" : "active",
  }),
  shown: ({ currency_id }) => ({
    bus_type: { id: bus_type_id, name: "حافلة كبيرة" },
    currency: currencies[Number(currency_id)],
  }),
  required: ["company_name", "bus_type_id", "capacity", "price_per_person"],
  defaults: { currency: { code: "USD" }, name_latin: null, route: null, features: null, status: "active" },
  refused: [
    ["name_latin", "ناقل"],
    ["bus_type_id", 999_999],
    ["bus_type_id", "x"],
    ["currency_id", 999_999],
    ["capacity", 0],
    ["capacity", -1],
    ["capacity", 4.5],
    ["capacity", "9".repeat(20)],
    ["price_per_person", -1],
    ["price_per_person", "NaN"],
    ["price_per_person", 1.0005],
    ["price_per_person", 10 ** 15],
    ["status", "gone"],
    ["company_name", "س".repeat(151)],
    ["route", ["x"]],
    ["features", {}],
  ],
  badFilters: ["bus_type_id=x", "status=gone"],
});

describe("calls", () => {
  test("capacity and price are read in Arabic digits and with thousands, to the fils", async () => {
    const sent = { capacity: "٤٥", price_per_person: "1,140.125", currency_id: kwd };
    expect(await create(sent)).toMatchObject({ capacity: 45, price_per_person: 1140.125 });
  });

  test("a price must fit the currency that it is told in, also when only the currency changes", async () => {
    const { id } = await create({ currency_id: kwd, price_per_person: 10.125 });
    const { status, body } = await client.put(`/api/transportations/${id}`, { currency_id: usd });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["price_per_person"]]);
    expect(body.error).toContain("USD");
    const fils = await client.post("/api/transportations", { ...bus, price_per_person: 1.005 });
    expect([fils.status, Object.keys(fils.body.fields)]).toEqual([422, ["price_per_person"]]);
  });

  test("search folds Arabic; filters by bus type and status", async () => {
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
