import { beforeAll, describe, expect, test } from "vitest";
import { customersOf } from "../support/customers";
import { makeCampaign, makeGroup } from "../support/factories";
import { useOffice } from "../support/office";

const { office, client } = useOffice();

const { create } = customersOf(client);

describe("the search", () => {
  const names: Record<string, string> = {
    hamza: "أحمد إبراهيم آل ٱلصالح",
    yeh: "مصطفى علي هانئ",
    teh: "فاطمة رؤوف",
    farsi: "یاسر کریم",
    marked: "مُحَمَّدٌ العَبْدُالله",
    stretched: "عبـــدالــله",
    latin: "John O'Neil-Smith José",
    odd: "100% خصم_خاص \\ مائل",
    short: "لو بن جو",
  };
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    await office.knex("idempotency_keys").delete();
    await office.knex("contracts").delete();
    await office.knex("customers").delete();
    for (const [key, name] of Object.entries(names)) {
      const extra = key === "latin" ? { passport_number: "AB-12345", national_id: "99887766" } : {};
      ids[key] = (await create({ name, phone: `+966 55 ${1000 + Object.keys(ids).length}`, ...extra })).id;
    }
  });

  async function found(search: string) {
    const { body } = await client.get(`/api/customers?search=${encodeURIComponent(search)}`);
    const paged = await client.get(`/api/customers?search=${encodeURIComponent(search)}&page=1`);
    expect(paged.body.customers).toEqual(body.customers);
    expect(paged.body.total).toBe(body.customers.length);
    const { body: offered } = await client.get(`/api/customers/search?q=${encodeURIComponent(search)}`);
    const byId = (one: { id: number }, other: { id: number }) => other.id - one.id;
    if (search.trim()) expect(offered.customers.toSorted(byId)).toEqual(body.customers);
    return Object.keys(ids).filter((key) => body.customers.some(({ id }: { id: number }) => id === ids[key]));
  }

  test.each([
    ["احمد", ["hamza"]],
    ["أحمد", ["hamza"]],
    ["إحمد", ["hamza"]],
    ["ابراهيم ال", ["hamza"]],
    ["الصالح", ["hamza"]],
    ["الصالح أحمد", ["hamza"]],
    ["مصطفي", ["yeh"]],
    ["مصطفى", ["yeh"]],
    ["على", ["yeh"]],
    ["هاني", ["yeh"]],
    ["فاطمه", ["teh"]],
    ["روف", []],
    ["رووف", ["teh"]],
    ["ياسر كريم", ["farsi"]],
    ["یاسر", ["farsi"]],
    ["كريم", ["farsi"]],
    ["محمد", ["marked"]],
    ["مُحمّد", ["marked"]],
    ["عبدالله", ["marked", "stretched"]],
    ["عبـدالله", ["marked", "stretched"]],
    ["JOHN", ["latin"]],
    ["o'neil", ["latin"]],
    ["neil-s", ["latin"]],
    ["josé", ["latin"]],
    ["jose\u0301", ["latin"]],
    ["ab-123", ["latin"]],
    ["٩٩٨٨٧٧٦٦", ["latin"]],
    ["۹۹۸۸", ["latin"]],
    ["%", []],
    ["0%", []],
    ["100%", ["odd"]],
    ["00% خ", ["odd"]],
    ["م_خ", ["odd"]],
    ["_", []],
    ["\\", ["odd"]],
    ["\\ مائل", ["odd"]],
    ["%%%", []],
    ["___", []],
    ["' OR ''='", []],
    ["بن", ["short"]],
    ["لو", ["short"]],
    ["جو بن", ["short"]],
    ["ين", []],
    ["966 55 1000", ["hamza"]],
    ["966551000", ["hamza"]],
    ["+96655 ١٠٠٠", ["hamza"]],
    ["لا أحد بهذا الاسم", []],
  ])("for %j finds %j", async (search, keys) => {
    expect(await found(search)).toEqual(keys);
  });

  test("of nothing, of marks alone and of too much is no fault", async () => {
    expect(await found("")).toHaveLength(9);
    expect(await found("  \u0640\u064B ")).toHaveLength(9);
    await found("س ".repeat(200));
    await found("\u202E");
  });

  test("finds a name however its letters were composed when it was stored", async () => {
    const { id } = await create({ name: "Jose\u0301phine" });
    const { body } = await client.get(`/api/customers?search=${encodeURIComponent("joséphine")}`);
    expect(body.customers.map((customer: { id: number }) => customer.id)).toEqual([id]);
    await client.delete(`/api/customers/${id}`);
  });

  test("can be narrowed to a status, on the screen as by call", async () => {
    await client.put(`/api/customers/${ids.short}`, { status: "inactive" });
    const ofStatus = async (status: string) =>
      (await client.get(`/api/customers?status=${status}`)).body.customers.map(
        ({ id }: { id: number }) => id,
      );
    expect(await ofStatus("inactive")).toEqual([ids.short]);
    expect(await ofStatus("active")).toHaveLength(8);
    expect(await ofStatus("")).toHaveLength(9);
    expect((await client.get("/api/customers?status=inactive&search=احمد")).body.customers).toEqual([]);
    expect((await client.get("/api/customers/search?q=بن")).body.customers).toEqual([]);
    const page = await client.get("/customers?status=inactive&search=بن");
    expect(page.body).toContain(names.short);
    expect(page.body).not.toContain(names.hamza);
    expect(page.body).toMatch(/<option value="inactive" selected="">/);
    await client.put(`/api/customers/${ids.short}`, { status: "active" });
  });

  test("of the type-ahead offers the nearest first: the same, then begun so, then the words in another order", async () => {
    const people = [
      "سعد بن زيد",
      "زيد سعد علي",
      "سعد زيدان",
      "أبو سعد زيد الكبير",
      "سَعد زيد",
      "سعد زيد الأول",
    ];
    const campaign_id = await makeCampaign(office.knex, 9, []);
    const group = await makeGroup(office.knex, campaign_id);
    const made: number[] = [];
    for (const name of people.toReversed()) made.push((await create({ name })).id);
    for (const call of ["customers/search", `groups/${group}/candidates`]) {
      const { body } = await client.get(`/api/${call}?q=${encodeURIComponent("سعد  زيد")}`);
      expect(body.customers.map(({ name }: { name: string }) => name)).toEqual([
        "سَعد زيد",
        "سعد زيدان",
        "سعد زيد الأول",
        "سعد بن زيد",
        "زيد سعد علي",
        "أبو سعد زيد الكبير",
      ]);
    }
    const byNumber = await create({ name: "صاحب الرقم", national_id: "4455" });
    made.push(byNumber.id, (await create({ name: "4455 اسم" })).id);
    const { body } = await client.get("/api/customers/search?q=٤٤٥٥");
    expect(body.customers[0].id).toBe(byNumber.id);
    for (const id of made) await client.delete(`/api/customers/${id}`);
  });

  test("of the type-ahead offers twenty at the most, and none for nothing", async () => {
    await office
      .knex("customers")
      .insert(Array.from({ length: 30 }, (_, index) => ({ name: `متشابه ${index}`, phone: "05" })));
    expect((await client.get("/api/customers/search?q=متشابه")).body.customers).toHaveLength(20);
    expect((await client.get("/api/customers/search?q=")).body).toEqual({ customers: [] });
    expect((await client.get("/api/customers/search")).body).toEqual({ customers: [] });
    const { body } = await client.get("/api/customers/search?q=متشابه&page=2&per_page=25");
    expect([body.customers.length, body.total, body.page, body.per_page]).toEqual([5, 30, 2, 25]);
    expect((await client.get("/api/customers/search?q=&page=1")).body.total).toBe(0);
    await office.knex("customers").where("name", "like", "متشابه%").delete();
  });
});
