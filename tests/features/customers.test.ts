import { readFileSync } from "node:fs";
import { connect } from "node:net";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { type Client, hiddenField, signIn } from "../support/client";
import { head } from "../support/raw";
import { createUser } from "../support/users";

const office = fixture();
let client: Client;

beforeAll(async () => {
  client = await signIn(office.url);
});

let number = 0;
/** A customer of its own for a test. */
async function create(fields: object = {}) {
  number++;
  const { status, body } = await client.post("/api/customers", {
    name: `عميل ${number}`,
    phone: `05000${number}`,
    ...fields,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.customer;
}

const whole = {
  name: "عبد الرحمن بن محمد الغامدي",
  phone: "+966 50 123-4567",
  national_id: "1012345678",
  passport_number: "A1234567",
  email: "abdulrahman@example.com",
  address: "حي العزيزية\nمكة المكرمة",
  date_of_birth: "1980-02-29",
  gender: "ذكر",
  status: "inactive",
};
const empty = {
  national_id: null,
  passport_number: null,
  email: null,
  address: null,
  date_of_birth: null,
  gender: null,
};

describe("a customer by call", () => {
  test("is stored, read, changed in part and deleted", async () => {
    const created = await create(whole);
    expect(created).toMatchObject({ ...whole, image_url: null });
    expect(created.id).toBeTypeOf("number");
    expect(created.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect((await client.get(`/api/customers/${created.id}`)).body).toEqual({ customer: created });

    const changed = await client.put(`/api/customers/${created.id}`, {
      phone: "0511",
      email: null,
      address: "",
    });
    expect(changed.status).toBe(200);
    expect(changed.body.customer).toEqual({
      ...created,
      phone: "0511",
      email: null,
      address: null,
      updated_at: expect.not.stringContaining(created.updated_at),
    });
    expect((await client.get(`/api/customers/${created.id}`)).body).toEqual(changed.body);

    const deleted = await client.delete(`/api/customers/${created.id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { success: true }]);
    for (const answer of [
      await client.get(`/api/customers/${created.id}`),
      await client.put(`/api/customers/${created.id}`, { name: "س" }),
      await client.delete(`/api/customers/${created.id}`),
    ]) {
      expect(answer.status).toBe(404);
    }
  });

  test("is active, and has nothing that was not given", async () => {
    expect(await create()).toMatchObject({ ...empty, status: "active", image_url: null });
    expect(await create({ ...empty, gender: "" })).toMatchObject(empty);
  });

  test("stays as it is when nothing, or nothing known, is sent", async () => {
    const customer = await create();
    for (const body of [
      {},
      { id: 1, created_at: "2020-01-01", image: "x.png", image_url: "/etc/passwd", unknown: 1 },
    ]) {
      const { status, body: answer } = await client.put(`/api/customers/${customer.id}`, body);
      expect([status, answer.customer]).toEqual([200, customer]);
    }
  });

  test("comes as multipart too, whole and in part", async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...whole, national_id: "2", passport_number: "P2" }))
      form.append(name, value);
    const created = await client.send("POST", "/api/customers", { body: form });
    expect(created.status).toBe(201);
    expect(created.body.customer).toMatchObject({ ...whole, national_id: "2", passport_number: "P2" });
    const part = new FormData();
    part.append("phone", "0522");
    part.append("national_id", "");
    const changed = await client.send("PUT", `/api/customers/${created.body.customer.id}`, { body: part });
    expect(changed.status).toBe(200);
    expect(changed.body.customer).toMatchObject({
      ...whole,
      phone: "0522",
      national_id: null,
      passport_number: "P2",
    });
  });

  test("is cleaned of what does not belong to it: blanks, marks, foreign digits", async () => {
    const customer = await create({
      name: "  \u202Bفاطمة\u200F   الزهراء\u0000\n",
      phone: "٠٥٥ ١٢٣-٤٥٦٧",
      national_id: " ۱۲۳۴ ",
      date_of_birth: "١٩٩٠-٠١-٣١",
      address: "سطر\r\nآخر\t",
    });
    expect(customer).toMatchObject({
      name: "فاطمة الزهراء",
      phone: "055 123-4567",
      national_id: "1234",
      date_of_birth: "1990-01-31",
      address: "سطر\nآخر",
    });
  });

  const wrong: [field: string, values: unknown[]][] = [
    ["name", [undefined, null, "", "   ", "\u202E\u0000", "س".repeat(151), 7.5e300, {}, [], true]],
    ["phone", [undefined, null, "", "abc", "١٢", "--++", "0".repeat(31), "0555; DROP TABLE", {}, ["0555"]]],
    ["national_id", ["x".repeat(31), {}, [1], true]],
    ["passport_number", ["x".repeat(31), {}, [1], false]],
    ["email", ["x", "a@", "@b.example", "a b@c.example", `${"a".repeat(250)}@b.example`, {}, [], 1]],
    ["address", ["س".repeat(501), {}, []]],
    [
      "date_of_birth",
      [
        "1990-02-30",
        "30/01/1990",
        "1990-1-1",
        "infinity",
        "-infinity",
        "0001-01-01",
        "2999-01-01",
        "now",
        {},
        0,
      ],
    ],
    ["gender", ["male", "ذكر أنثى", {}, 1]],
    ["status", ["", "gone", "نشط", {}, 1]],
  ];

  test.each(wrong)("is refused at %s, new or changed, and nothing is stored", async (field, values) => {
    const stored = await create();
    const before = await office.knex("customers").orderBy("id");
    for (const value of values) {
      const posted = await client.post("/api/customers", { name: "اسم", phone: "0555123", [field]: value });
      expect([value, posted.status]).toEqual([value, 422]);
      expect(Object.keys(posted.body.fields)).toEqual([field]);
      expect(posted.body.fields[field]).toMatch(/[\u0600-\u06FF]/);
      expect(posted.body.message).toBe(posted.body.error);
      if (value === undefined) continue;
      const put = await client.put(`/api/customers/${stored.id}`, { [field]: value });
      expect([value, put.status, Object.keys(put.body.fields)]).toEqual([value, 422, [field]]);
    }
    expect(await office.knex("customers").orderBy("id")).toEqual(before);
  });

  test("says what is required in the words of the catalogue", async () => {
    const { body } = await client.post("/api/customers", {});
    expect(body.message).toBe("الاسم ورقم الهاتف حقول مطلوبة");
    expect(Object.keys(body.fields)).toEqual(["name", "phone"]);
  });

  test("was born today at the latest", async () => {
    const { rows } = await office.knex.raw("SELECT (now() AT TIME ZONE 'Asia/Riyadh')::date::text AS today");
    const { today } = rows[0];
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
    await create({ date_of_birth: today });
    const { status, body } = await client.post("/api/customers", {
      name: "غد",
      phone: "0555123",
      date_of_birth: tomorrow,
    });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["date_of_birth"]]);
  });

  test.each(["national_id", "passport_number"])("has a %s of its own", async (field) => {
    const first = await create({ [field]: `own-${field}` });
    const second = await create({ [field]: `other-${field}` });
    for (const answer of [
      await client.post("/api/customers", { name: "ثان", phone: "0555123", [field]: ` own-${field} ` }),
      await client.put(`/api/customers/${second.id}`, { [field]: `own-${field}` }),
    ]) {
      expect(answer.status).toBe(409);
      expect(Object.keys(answer.body.fields)).toEqual([field]);
      expect(answer.body.message).toMatch(/مسجل لعميل آخر/);
    }
    const same = await client.put(`/api/customers/${first.id}`, { [field]: `own-${field}` });
    expect(same.status).toBe(200);
    const page = await client.submit("/customers/new", {
      name: "ثالث",
      phone: "0555123",
      [field]: `own-${field}`,
    });
    expect(page.status).toBe(409);
    expect(page.body).toContain(`value="own-${field}"`);
    expect(page.body).toMatch(
      new RegExp(`aria-invalid="true"[^>]*name="${field}"|name="${field}"[^>]*aria-invalid="true"`),
    );
  });

  test("has it also when many come at once", async () => {
    const tries = Array.from({ length: 20 }, (_, index) =>
      client.post("/api/customers", { name: `سباق ${index}`, phone: "0555123", national_id: "race" }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(19).fill(409)]);
  });

  test("is not deleted while a contract or a voucher names it", async () => {
    const customer = await create();
    const { knex } = office;
    const [currency] = await knex("currencies")
      .insert({ name: "ريال", code: "SAR", symbol: "ر.س", exchange_rate: 1, is_default: true })
      .returning("id");
    const [campaign] = await knex("campaigns")
      .insert({ name: "ح", type: "حج", start_date: "2026-01-01", end_date: "2026-02-01", total_seats: 5 })
      .returning("id");
    const [packed] = await knex("packages").insert({ name: "ب", currency_id: currency.id }).returning("id");
    await knex("contracts").insert({
      contract_number: "C-2026-00001",
      customer_id: customer.id,
      campaign_id: campaign.id,
      package_id: packed.id,
      contract_date: "2026-01-01",
      currency_id: currency.id,
      total_amount: 100,
    });
    const byCall = await client.delete(`/api/customers/${customer.id}`);
    expect([byCall.status, byCall.body.message]).toEqual([
      409,
      expect.stringContaining("العميل مستخدم في العقد C-"),
    ]);
    const byForm = await client.submit(`/customers/${customer.id}/delete`, {});
    expect([byForm.status, byForm.body]).toEqual([409, expect.stringContaining("فشل حذف العميل: ")]);
    expect((await client.get(`/api/customers/${customer.id}`)).status).toBe(200);
  });
});

describe("two people at one customer", () => {
  test("the later call is told, and gets the row as it is now", async () => {
    const customer = await create();
    const first = await client.put(`/api/customers/${customer.id}`, {
      phone: "0501",
      updated_at: customer.updated_at,
    });
    expect(first.status).toBe(200);
    const second = await client.put(`/api/customers/${customer.id}`, {
      phone: "0502",
      updated_at: customer.updated_at,
    });
    expect(second.status).toBe(409);
    expect(second.body.current).toEqual(first.body.customer);
    const again = await client.put(`/api/customers/${customer.id}`, {
      phone: "0502",
      updated_at: second.body.current.updated_at,
    });
    expect(again.body.customer.phone).toBe("0502");
    expect((await client.put(`/api/customers/${customer.id}`, { phone: "0503" })).status).toBe(200);
    expect(
      (await client.put(`/api/customers/${customer.id}`, { phone: "0504", updated_at: "yesterday" })).status,
    ).toBe(409);
  });

  test("of twenty at the same moment one is first", async () => {
    const customer = await create();
    const tries = Array.from({ length: 20 }, (_, index) =>
      client.put(`/api/customers/${customer.id}`, { phone: `05${index}00`, updated_at: customer.updated_at }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
  });

  test("the later form shows the fresh values beside what was typed, and can then be saved", async () => {
    const customer = await create({ address: "قديم" });
    const path = `/customers/${customer.id}/edit`;
    const updated_at = hiddenField((await client.get(path)).body, "updated_at");
    expect(updated_at).toBe(customer.updated_at);
    await client.put(`/api/customers/${customer.id}`, { phone: "0577", address: "الجديد" });
    const typed = { name: customer.name, phone: "0588", address: "كتبته", status: "active" };
    const refused = await client.submit(path, { ...typed, updated_at });
    expect(refused.status).toBe(409);
    expect(refused.body).toContain("عدّل مستخدم آخر");
    expect(refused.body).toContain("القيمة الحالية: <bdi>0577");
    expect(refused.body).toContain("القيمة الحالية: <bdi>الجديد");
    expect(refused.body).toContain('value="0588"');
    expect(refused.body).toContain("كتبته</textarea>");
    const fresh = hiddenField(refused.body, "updated_at");
    expect(fresh).not.toBe(updated_at);
    expect((await client.submit(path, { ...typed, updated_at: fresh })).status).toBe(302);
    expect((await client.get(`/api/customers/${customer.id}`)).body.customer).toMatchObject({
      phone: "0588",
      address: "كتبته",
    });
  });
});

describe("the same customer sent twice", () => {
  const count = async (name: string) =>
    Number((await office.knex("customers").where({ name }).count())[0]?.count);
  const post = (body: object, key: string, as = client) =>
    as.post("/api/customers", body, { "Idempotency-Key": key });

  test("is one, and both get the same answer, also when ten come at once", async () => {
    const body = { name: "مرة واحدة", phone: "0555123" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(body, "ten")));
    for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body]);
    expect(await count(body.name)).toBe(1);
  });

  test("with another content, or another picture, is refused", async () => {
    const body = { name: "بمفتاح", phone: "0555123" };
    expect((await post(body, "content")).status).toBe(201);
    const other = await post({ ...body, phone: "0555124" }, "content");
    expect([other.status, other.body.message]).toEqual([409, expect.stringContaining("بمحتوى آخر")]);

    const withPhoto = async (background: string) => {
      const form = new FormData();
      form.append("name", "بصورة");
      form.append("phone", "0555123");
      form.append("image", new Blob([await plain(background)]), "a.png");
      return client.send("POST", "/api/customers", { body: form, headers: { "Idempotency-Key": "photo" } });
    };
    const red = await withPhoto("red");
    expect(red.status).toBe(201);
    expect((await withPhoto("red")).body).toEqual(red.body);
    expect((await withPhoto("blue")).status).toBe(409);
    expect(await count("بصورة")).toBe(1);
  });

  test("was not kept when it was refused, and is another's with another user or no key", async () => {
    const body = { name: "يصحح", phone: "0555123" };
    expect((await post({ ...body, phone: "x" }, "corrected")).status).toBe(422);
    expect((await post(body, "corrected")).status).toBe(201);
    const colleague = await signIn(
      office.url,
      await createUser(office.knex, "colleague", ["manage_customers"]),
    );
    expect((await post(body, "corrected", colleague)).status).toBe(201);
    expect((await client.post("/api/customers", body)).status).toBe(201);
    expect(await count(body.name)).toBe(3);
    expect((await post(body, "k".repeat(201))).status).toBe(422);
  });

  test("by form is one, and goes on as the first did", async () => {
    const page = await client.get("/customers/new");
    const one_time_key = hiddenField(page.body, "one_time_key");
    expect(one_time_key).toMatch(/^[0-9a-f-]{36}$/);
    const typed = { name: "نقرتان", phone: "0555123", one_time_key };
    expect((await client.submit("/customers/new", { ...typed, phone: "" })).status).toBe(422);
    const sent = await Promise.all(Array.from({ length: 10 }, () => client.submit("/customers/new", typed)));
    expect(sent.map(({ status }) => status)).toEqual(Array(10).fill(302));
    expect(await count(typed.name)).toBe(1);
    expect((await client.submit("/customers/new", { ...typed, phone: "0555124" })).status).toBe(409);
    expect(hiddenField((await client.get("/customers/new")).body, "one_time_key")).not.toBe(one_time_key);
  });
});

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
    await office.knex("one_time_keys").delete();
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
    if (search.trim()) expect(offered.customers).toEqual(body.customers);
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

describe("a list of 30,000", () => {
  const total = 30_000;
  const memory = () => {
    const status = readFileSync(`/proc/${office.app.pid()}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };

  beforeAll(async () => {
    await office.knex("customers").delete();
    await office.knex.raw(
      `INSERT INTO customers (name, phone, national_id, address, status)
       SELECT 'عميل رقم ' || n || ' اسم طويل', '05' || n, 'N' || n, repeat('عنوان طويل', 100),
              CASE WHEN n % 10 = 0 THEN 'inactive' ELSE 'active' END
       FROM generate_series(1, ?) n`,
      [total],
    );
    await office.knex.raw("ANALYZE customers"); // as autovacuum does a moment later
  });

  test("comes in pages, newest first, with its exact total", async () => {
    const ids: number[] = await office.knex("customers").orderBy("id", "desc").pluck("id");
    const page = async (query: string) => {
      const { body } = await client.get(`/api/customers?${query}`);
      return { ...body, customers: body.customers.map(({ id }: { id: number }) => id) };
    };
    expect(await page("page=1")).toEqual({ customers: ids.slice(0, 25), total, page: 1, per_page: 25 });
    expect(await page("page=3&per_page=200")).toEqual({
      customers: ids.slice(400, 600),
      total,
      page: 3,
      per_page: 200,
    });
    expect(await page("per_page=7")).toEqual({ customers: ids.slice(0, 7), total, page: 1, per_page: 7 });
    expect(await page("page=1200")).toEqual({ customers: ids.slice(-25), total, page: 1200, per_page: 25 });
    expect(await page("page=1201")).toEqual({ customers: [], total, page: 1201, per_page: 25 });
    expect(await page("page=1&status=inactive")).toMatchObject({ total: 3000 });
    expect(await page(`page=1&search=${encodeURIComponent("رقم 2999")}`)).toMatchObject({ total: 13 });
    expect(await page(`page=99&search=${encodeURIComponent("رقم 2999")}`)).toMatchObject({
      total: 13,
      customers: [],
    });
  });

  test("a search that more than ten thousand match is counted no further, and read to its end", async () => {
    const ids: number[] = await office.knex("customers").orderBy("id", "desc").pluck("id");
    const search = `search=${encodeURIComponent("رقم")}`;
    for (const page of [1, 2, 400, 401, 900, 1200, 1201]) {
      const { body } = await client.get(`/api/customers?page=${page}&${search}`);
      expect(body).toMatchObject({ total: 10_000, total_capped: true, page });
      expect(body.customers.map(({ id }: { id: number }) => id)).toEqual(
        ids.slice(page * 25 - 25, page * 25),
      );
    }
    const { body: exact } = await client.get(`/api/customers?page=1&status=inactive&${search}`);
    expect(exact).toMatchObject({ total: 3000 });
    expect(exact).not.toHaveProperty("total_capped");

    const screen = async (page: number) => {
      const { body } = await client.get(`/customers?${search}&page=${page}`);
      const nav = /<nav class="pages".*?<\/nav>/s.exec(body)?.[0] ?? "";
      return {
        text: nav.replace(/<!-- -->|<[^>]*>/g, ""),
        next: nav.includes('rel="next"'),
        last: nav.includes("الأخيرة"),
      };
    };
    expect(await screen(1)).toEqual({
      text: "من 1 إلى 25، الإجمالي أكثر من 10,000التالية",
      next: true,
      last: false,
    });
    expect(await screen(401)).toMatchObject({
      text: expect.stringContaining("من 10,001 إلى 10,025،"),
      next: true,
    });
    expect(await screen(1201)).toMatchObject({
      text: expect.stringContaining("لا سجلات في هذه الصفحة"),
      next: false,
    });
  });

  test("a search whose matches are the oldest reads past the newest", async () => {
    const found: number[] = await office
      .knex("customers")
      .where("national_id", "like", "N1%")
      .orderBy("id", "desc")
      .pluck("id");
    expect(found.length).toBeGreaterThan(11_000);
    for (const page of [1, 420, 440]) {
      const { body } = await client.get(`/api/customers?page=${page}&search=N1`);
      expect(body).toMatchObject({ total: 10_000, total_capped: true });
      expect(body.customers.map(({ id }: { id: number }) => id)).toEqual(
        found.slice(page * 25 - 25, page * 25),
      );
    }
  });

  test("counts right while rows come and go", async () => {
    const counted = async () => (await client.get("/api/customers?page=1&per_page=1")).body.total;
    const created = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(await counted()).toBe(total + 10);
    await client.put(`/api/customers/${created[0].id}`, { status: "inactive" });
    expect((await client.get("/api/customers?page=1&status=inactive")).body.total).toBe(3001);
    await Promise.all(created.map(({ id }) => client.delete(`/api/customers/${id}`)));
    expect(await counted()).toBe(total);
  });

  test("comes whole, in bounded memory, by call and as files", async () => {
    await client.get("/api/customers?page=1");
    const before = memory();
    const whole = async () => {
      const { status, body } = await client.send("GET", "/api/customers", {
        headers: { "Accept-Encoding": "gzip" },
      });
      expect(status).toBe(200);
      const ids = new Set(body.customers.map(({ id }: { id: number }) => id));
      expect(ids.size).toBe(total);
      expect(body.customers[0].id).toBe(Math.max(...(ids as Set<number>)));
      expect(Object.keys(body)).toEqual(["customers"]);
    };
    const file = async (format: string) => {
      const answer = await fetch(`${office.url}/customers/export/${format}`, {
        headers: { Cookie: client.cookie },
      });
      return Buffer.from(await answer.arrayBuffer());
    };
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, memory());
    }, 20);
    const [csv, xlsx] = await Promise.all([file("csv"), file("xlsx"), whole(), whole()]).finally(() =>
      clearInterval(watch),
    );
    expect(csv.toString().split("\r\n")).toHaveLength(total + 2); // its head, and behind the last line end
    expect(xlsx.lastIndexOf("PK\x05\x06")).toBe(xlsx.length - 22); // whole: where an archive ends
    expect(most - before).toBeLessThan(250); // a workbook held whole has 600 MB
  });

  test("comes whole of a search too", async () => {
    const name = encodeURIComponent("رقم");
    const { body: page } = await client.get(`/api/customers?page=1&search=${name}`);
    expect(page).toMatchObject({ total: 10_000, total_capped: true });
    const { body } = await client.get(`/api/customers?search=${name}`);
    const ids: number[] = body.customers.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(total);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  test("is not kept for readers who stand still, or have gone, plain or compressed", async () => {
    const before = memory();
    const { hostname, port } = new URL(office.url);
    const sockets = ["identity", "gzip", "br"].flatMap((encoding) =>
      Array.from({ length: 8 }, () => {
        const socket = connect(Number(port), hostname).on("error", () => {});
        socket.write(head("GET", "/api/customers", { Cookie: client.cookie, "Accept-Encoding": encoding }));
        return socket.pause();
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(memory() - before).toBeLessThan(250); // all of them have 1.4 GB
    for (const socket of sockets) socket.destroy();
    expect((await client.get("/api/customers?page=1")).body.total).toBe(total);
  });
});

describe("a customer by form, without JavaScript", () => {
  const post = (path: string, fields: Record<string, string>, encoding: string) => {
    const body = encoding === "multipart" ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return client.send("POST", path, { body });
  };

  beforeEach(async () => {
    await office.knex("customers").delete();
  });

  test.each(["multipart", "urlencoded"])(
    "is added, changed and deleted as %s, and the list's search goes along",
    async (encoding) => {
      const query = "?search=x&page=2";
      const list = await client.get(`/customers${query}`);
      expect(list.body).toContain(`/customers/new${query.replace("&", "&amp;")}`);
      const added = await post(`/customers/new${query}`, whole, encoding);
      expect([added.status, added.headers.get("Location")]).toEqual([302, `/customers${query}`]);
      const [stored] = (await client.get("/api/customers")).body.customers;
      expect(stored).toMatchObject(whole);
      const notice = await client.send("GET", "/customers", {
        headers: { Cookie: `${client.cookie}; ${added.headers.getSetCookie()[0]?.split(";")[0]}` },
      });
      expect(notice.status).toBe(200);

      const form = (await client.get(`/customers/${stored.id}/edit`)).body;
      for (const value of [whole.name, whole.phone, whole.national_id, whole.email, whole.date_of_birth]) {
        expect(form).toContain(`value="${value}"`);
      }
      expect(form).toMatch(/<option value="ذكر" selected="">/);
      const changed = await post(
        `/customers/${stored.id}/edit`,
        { ...whole, email: "", gender: "", name: "اسم آخر" },
        encoding,
      );
      expect(changed.status).toBe(302);
      expect((await client.get(`/api/customers/${stored.id}`)).body.customer).toMatchObject({
        ...whole,
        email: null,
        gender: null,
        name: "اسم آخر",
      });

      const question = (await client.get(`/customers/${stored.id}/delete${query}`)).body;
      expect(question).toContain("هل أنت متأكد من حذف العميل");
      expect(question).toMatch(/<form[^>]*method="post"/);
      const deleted = await post(`/customers/${stored.id}/delete${query}`, {}, encoding);
      expect([deleted.status, deleted.headers.get("Location")]).toEqual([302, `/customers${query}`]);
      for (const path of ["edit", "delete"])
        expect((await client.get(`/customers/${stored.id}/${path}`)).status).toBe(404);
      expect((await post(`/customers/${stored.id}/edit`, whole, encoding)).status).toBe(404);
      expect((await post(`/customers/${stored.id}/delete`, {}, encoding)).status).toBe(404);
    },
  );

  const hostile = `"><script>alert(1)</script>&amp;'\``;
  const attempts: [field: string, values: string[]][] = [
    ["name", ["", "   ", "س".repeat(10_000)]],
    ["phone", ["", "abc", "١", hostile, "0".repeat(31)]],
    ["national_id", ["x".repeat(31), hostile.repeat(2)]],
    ["passport_number", ["x".repeat(31), hostile.repeat(2)]],
    ["email", ["x", hostile, "a@b@c", "أحمد@مثال"]],
    ["address", ["س".repeat(501), hostile.repeat(20)]],
    ["date_of_birth", ["1990-02-30", "31/01/1990", "٣٠-٠٢-١٩٩٠", "2999-01-01", hostile]],
    ["gender", ["male", hostile]],
  ];

  test.each(attempts)("is refused at %s, and keeps all that was typed", async (field, values) => {
    const typed = { ...whole, address: "حي العزيزية، مكة المكرمة" };
    for (const value of values) {
      for (const encoding of ["multipart", "urlencoded"]) {
        const { status, body } = await post("/customers/new", { ...typed, [field]: value }, encoding);
        expect([value, status]).toEqual([value, 422]);
        expect(body).toMatch(new RegExp(`id="customer-${field}-error">[^<]*[\\u0600-\\u06FF]`));
        expect(body).toContain(`href="#customer-${field}"`);
        expect(body).not.toContain("<script>alert");
        for (const [other, text] of Object.entries(typed)) {
          if (other === field || other === "status") continue;
          if (other === "gender") expect(body).toMatch(/<option value="ذكر" selected="">/);
          else if (other === "address") expect(body).toContain(`${text}</textarea>`);
          else expect(body).toContain(`value="${text}"`);
        }
        if (field === "gender") continue;
        const kept = field === "address" ? `>${escaped(value)}</textarea>` : `value="${escaped(value)}"`;
        expect(body.includes(kept), `${field} keeps ${value.slice(0, 40)}`).toBe(true);
      }
    }
    expect(await office.knex("customers")).toEqual([]);
  });

  test("shows names as text, wherever they stand", async () => {
    const { id } = await create({ name: hostile, address: hostile, passport_number: "<b>" });
    for (const path of ["/customers", `/customers/${id}/edit`, `/customers/${id}/delete`]) {
      const { status, body } = await client.get(path);
      expect(status).toBe(200);
      expect(body).not.toContain("<script>alert");
      expect(body).not.toContain("<b>");
    }
  });

  test("says what to do where there is none, or none that is searched", async () => {
    expect((await client.get("/customers")).body).toContain("لا يوجد عملاء بعد");
    await create();
    expect((await client.get("/customers?search=لاشيء")).body).toContain("لا يوجد عملاء يطابقون البحث");
  });
});

const escaped = (text: string) =>
  text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#x27;");

const plain = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();

describe("a customer by form, with JavaScript", () => {
  const browser = useBrowser();

  test("stays as typed when the line dies, and is saved once when it is sent again", async () => {
    await office.knex("customers").delete();
    const page = await browser.signedIn("/customers/new", { baseURL: office.url });
    await page.getByLabel("الاسم *").fill("خط مقطوع");
    await page.getByLabel("رقم الهاتف").fill("٠٥٥٥١٢٣");
    await page.route("**/customers/new.data*", async (route) => {
      await route.fetch(); // it arrives, and the answer is lost
      await route.abort();
    });
    await page.getByRole("button", { name: "حفظ" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toContain("انقطع الاتصال");
    expect(await page.getByLabel("الاسم *").inputValue()).toBe("خط مقطوع");
    await page.unroute("**/customers/new.data*");
    await page.getByRole("button", { name: "حفظ" }).click();
    await page.waitForURL("**/customers");
    await page.getByRole("row", { name: "خط مقطوع" }).waitFor();
    expect(await office.knex("customers").pluck("phone")).toEqual(["0555123"]);
  });
});
