import { beforeEach, describe, expect, test } from "vitest";
import { customersOf } from "../support/customers";
import { makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { linesOf } from "../support/passports";

const { office, client } = useOffice();
const { create } = customersOf(client);

beforeEach(async () => {
  await office.knex("customers").delete();
});

const parts = { surname_latin: "AL-GHAMDI", given_names_latin: "KHALID FAHD" };
const names = ({ surname_latin, given_names_latin, name_latin }: Record<string, unknown>) => [
  surname_latin,
  given_names_latin,
  name_latin,
];
const change = async (id: number, fields: object) => {
  const { status, body } = await client.put(`/api/customers/${id}`, fields);
  expect([status, body.error]).toEqual([200, undefined]);
  return names(body.customer);
};

describe("a customer's Latin names", () => {
  test("are optional, raised to capitals, and the whole is surname, then given names", async () => {
    expect(names(await create())).toEqual([null, null, null]);
    const small = await create({ surname_latin: " al‑ghamdi ", given_names_latin: "khalid  o’neil" });
    expect(names(small)).toEqual(["AL-GHAMDI", "KHALID O'NEIL", "AL-GHAMDI KHALID O'NEIL"]);
    expect(names(await create({ surname_latin: "SUKARNO" }))).toEqual(["SUKARNO", null, "SUKARNO"]);
    expect(names(await create({ name_latin: "khalid" }))).toEqual([null, null, "KHALID"]);
  });

  test("make a whole that follows them, until somebody types another", async () => {
    const { id, name_latin } = await create(parts);
    expect(name_latin).toBe("AL-GHAMDI KHALID FAHD");
    const [surname, given, whole] = ["ALGHAMDI", "KHALID", "ALGHAMDI KHALID"];
    expect(await change(id, { surname_latin: surname, name_latin })).toEqual([
      surname,
      "KHALID FAHD",
      "ALGHAMDI KHALID FAHD",
    ]);
    expect(await change(id, { given_names_latin: given })).toEqual([surname, given, whole]);
    expect(await change(id, { name_latin: "K. GHAMDI".replace(".", "") })).toEqual([
      surname,
      given,
      "K GHAMDI",
    ]);
    expect(await change(id, { given_names_latin: "KHALED", name_latin: "K GHAMDI" })).toEqual([
      surname,
      "KHALED",
      "K GHAMDI",
    ]);
    expect(await change(id, { surname_latin: "GHAMDI" })).toEqual(["GHAMDI", "KHALED", "K GHAMDI"]);
    expect(await change(id, { phone: "0500" })).toEqual(["GHAMDI", "KHALED", "K GHAMDI"]);
    expect(await change(id, { name_latin: "" })).toEqual(["GHAMDI", "KHALED", "GHAMDI KHALED"]);
    expect(await change(id, { surname_latin: "", given_names_latin: null })).toEqual([null, null, null]);
  });

  test.each([
    ["surname_latin", "الغامدي"],
    ["surname_latin", "GHAMDI 2"],
    ["given_names_latin", "KHALID٢"],
    ["given_names_latin", "JOSÉ"],
    ["given_names_latin", "-'"],
    ["name_latin", "A".repeat(40)],
    ["name_latin", "AL<GHAMDI"],
    ["name_latin", `${"A".repeat(400_000)}1`],
    ["name_latin", ["A"]],
  ])("of %s refuse what no passport has", async (field, value) => {
    const { status, body } = await client.post("/api/customers", {
      name: "خالد",
      phone: "0500",
      [field]: value,
    });
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    expect(body.fields[field]).toMatch(/[\u0600-\u06FF]/);
  });

  test("that are too long together ask for a shorter whole", async () => {
    const long = { surname_latin: "A".repeat(30), given_names_latin: "B".repeat(30) };
    const refused = await client.post("/api/customers", { name: "خالد", phone: "0500", ...long });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ["name_latin"]]);
    expect(names(await create({ ...long, name_latin: "A B" }))).toEqual([...Object.values(long), "A B"]);
    const { id } = await create({ surname_latin: long.surname_latin });
    expect((await client.put(`/api/customers/${id}`, { given_names_latin: "C".repeat(9) })).status).toBe(422);
  });

  test("are searched for in any case, by customers and their contracts alike", async () => {
    const { id } = await create(parts);
    const other = await create({ ...parts, name_latin: "JANE DOE" });
    const found = async (search: string) =>
      (await client.get(`/api/customers?search=${search}`)).body.customers.map(
        ({ id }: { id: number }) => id,
      );
    expect(await found("khalid")).toEqual([other.id, id]);
    expect(await found("al-ghamdi fahd")).toEqual([other.id, id]);
    expect(await found("jane")).toEqual([other.id]);
    expect(await found("kh")).toEqual([other.id, id]);
    await client.put(`/api/customers/${id}`, { surname_latin: "SMITH" });
    expect(await found("smith")).toEqual([id]);
    const list = (await client.get("/customers")).body;
    expect(list).toContain("SMITH KHALID FAHD");
    expect((await client.get("/search?q=smith")).body).toContain(`/customers/${id}`);
  });

  test("are searched for whatever their hyphens, apostrophes and blanks", async () => {
    const saqqaf = await create({ surname_latin: "AL-SAQQAF", given_names_latin: "ABDUL RAHMAN" });
    const neil = await create({ surname_latin: "O'NEIL", given_names_latin: "JANE-MARIE" });
    const plain = await create({ surname_latin: "ALSAQQAF", given_names_latin: "OMAR" });
    const whole = await create({ name_latin: "BIN-DHAHI SALEM" });
    for (const [search, expected] of [
      ["alsaqqaf", [plain, saqqaf]],
      ["Al-Saqqaf", [plain, saqqaf]],
      ["al saqqaf", [plain, saqqaf]],
      ["alsaqqaf abdulrahman", [saqqaf]],
      ["abdul-rahman", [saqqaf]],
      ["oneil", [neil]],
      ["o’neil", [neil]],
      ["o neil", [neil]],
      ["janemarie", [neil]],
      ["bindhahi", [whole]],
    ] as const) {
      const { customers } = (await client.get(`/api/customers?search=${encodeURIComponent(search)}`)).body;
      const found = customers.map(({ id }: { id: number }) => id);
      expect([search, found.toSorted()]).toEqual([search, expected.map(({ id }) => id).toSorted()]);
    }
    const hits = (await client.get("/api/search?q=alsaqqaf")).body;
    expect(JSON.stringify(hits)).toContain(`/customers/${saqqaf.id}`);
  });

  test("stand in the form, which brings back what was refused", async () => {
    const { id } = await create(parts);
    const form = (await client.get(`/customers/${id}/edit`)).body;
    for (const value of ["AL-GHAMDI", "KHALID FAHD", "AL-GHAMDI KHALID FAHD"])
      expect(form).toContain(`value="${value}"`);
    expect(form).not.toContain("امسح هذا الحقل");
    await client.put(`/api/customers/${id}`, { name_latin: "K GHAMDI" });
    const other = (await client.get(`/customers/${id}/edit`)).body;
    expect(other).toContain(
      "من اسم العائلة والأسماء الأولى: AL-GHAMDI KHALID FAHD. امسح هذا الحقل ليعود إليه.",
    );
    const refused = await client.submit(`/customers/${id}/edit`, {
      name: "خالد",
      phone: "0500",
      surname_latin: "الغامدي",
    });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('value="الغامدي"');
    expect(refused.body).toContain("اكتب الاسم كما في الجواز");
  });

  test("are the passport's once its lines are read, whatever stood there", async () => {
    const { id } = await create({ surname_latin: "OLD", given_names_latin: "NAME", name_latin: "TYPED" });
    const read = async (holder: string) =>
      (
        await client.submit(`/customers/${id}/edit`, {
          intent: "passport",
          mrz: linesOf({ holder }),
          name: "خالد",
          surname_latin: "OLD",
          given_names_latin: "NAME",
          name_latin: "TYPED",
        })
      ).body;
    const filled = await read("AL<GHAMDI<<KHALID<FAHD");
    for (const [field, value] of [
      ["surname_latin", "AL GHAMDI"],
      ["given_names_latin", "KHALID FAHD"],
    ])
      expect(filled).toMatch(new RegExp(`<input[^>]*name="${field}"[^>]*value="${value}"`));
    expect(filled).not.toMatch(/name="name_latin"[^>]*value="[^"]/);
    expect(await read("SUKARNO")).not.toMatch(/name="given_names_latin"[^>]*value="[^"]/);
  });

  test("of two records of one person go together to the one that stays", async () => {
    const kept = await create();
    const gone = await create({ ...parts, name_latin: "K GHAMDI" });
    const { body } = await client.post(`/api/customers/${kept.id}/join`, { customer_id: gone.id });
    expect(names(body.customer)).toEqual([...Object.values(parts), "K GHAMDI"]);
    const named = await create({ name_latin: "JANE" });
    await client.post(`/api/customers/${named.id}/join`, { customer_id: kept.id });
    expect(names((await client.get(`/api/customers/${named.id}`)).body.customer)).toEqual([
      null,
      null,
      "JANE",
    ]);
  });

  test("are what a hand in the database may not spoil", async () => {
    for (const name_latin of ["abc", "خالد", "A1", "", "A".repeat(40)])
      await expect(makeCustomer(office.knex, { name_latin })).rejects.toThrow("customers_name_latin_check");
  });
});

describe("cities and hotels", () => {
  test("have a Latin name; a city is changed on its screen", async () => {
    const { body } = await client.post("/api/cities", { name: "مكة المكرمة", name_latin: "Makkah" });
    expect(body.city).toEqual({ id: expect.any(Number), name: "مكة المكرمة", name_latin: "Makkah" });
    const { id } = body.city;
    const listed = (await client.get("/api/cities?search=makk")).body.cities;
    expect(listed).toEqual([body.city]);
    const refused = await client.submit(`/services/cities/${id}/edit`, { name: "مكة", name_latin: "مكة" });
    expect([refused.status, refused.body.includes("اكتبه بحروف لاتينية")]).toEqual([422, true]);
    const saved = await client.submit(`/services/cities/${id}/edit`, {
      name: "مكة المكرمة",
      name_latin: "Mecca",
    });
    expect(saved.status).toBe(302);
    expect((await client.get("/services/cities")).body).toContain("Mecca");

    await office.knex("currencies").insert({ name: "ريال", code: "SAR", symbol: "SAR", exchange_rate: 1 });
    const { id: currency_id } = await office.knex("currencies").first("id");
    const hotel = { name: "هيلتون", city_id: id, address: "أجياد", currency_id };
    const made = await client.post("/api/hotels", { ...hotel, name_latin: "Hilton Makkah 2" });
    expect([made.status, made.body.hotel?.name_latin]).toEqual([201, "Hilton Makkah 2"]);
    expect((await client.get("/api/hotels?search=hilton mecca")).body.hotels).toHaveLength(1);
    const form = (await client.get(`/services/hotels/${made.body.hotel.id}/edit`)).body;
    expect(form).toContain('value="Hilton Makkah 2"'); // the list has no room for it
    const used = await client.submit(`/services/cities/${id}/delete`, {});
    expect([used.status, used.body.includes("هيلتون")]).toEqual([409, true]);
  });
});
