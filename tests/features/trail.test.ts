import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { labelOf } from "~/features/settings/trail/kinds.server";
import { fixture } from "../support/app";
import { picture, useBrowser } from "../support/browser";
import { type Client, signIn } from "../support/client";
import { administrator } from "../support/database";
import { makeDollarAndDinar } from "../support/factories";
import { createUser } from "../support/users";

const office = fixture();
const browser = useBrowser();
let client: Client;
let currencies: Awaited<ReturnType<typeof makeDollarAndDinar>>;

beforeAll(async () => {
  client = await signIn(office.url);
  currencies = await makeDollarAndDinar(office.knex);
});

const linesOf = (kind: string, record_id: number) =>
  office
    .knex("trail")
    .where({ kind, record_id })
    .orderBy("id")
    .select("action", "username", "record_name", "changes");

const supplierOf = async (body: object): Promise<{ id: number; updated_at: string }> =>
  (await client.post("/api/suppliers", body)).body.supplier;

describe("what is written", () => {
  test("a row made, changed and deleted: by whom, and what changed from what to what", async () => {
    const { id } = await supplierOf({ name: "مؤسسة الأثر", phone: "0112233" });
    await client.put(`/api/suppliers/${id}`, { phone: "0445566", notes: "ملاحظة" });
    await client.put(`/api/suppliers/${id}`, { phone: "0445566" }); // changes nothing
    await client.delete(`/api/suppliers/${id}`);
    const line = { username: administrator.username, record_name: "مؤسسة الأثر" };
    expect(await linesOf("suppliers", id)).toEqual([
      {
        ...line,
        action: "insert",
        changes: { name: "مؤسسة الأثر", phone: "0112233", is_active: true },
      },
      { ...line, action: "update", changes: { phone: ["0112233", "0445566"], notes: [null, "ملاحظة"] } },
      {
        ...line,
        action: "delete",
        changes: { name: "مؤسسة الأثر", phone: "0445566", notes: "ملاحظة", is_active: true },
      },
    ]);
  });

  test("by whoever it is, however they are called", async () => {
    for (const username of ["o'neil\\'; -- ?", "E'\\047 \\? $1 :id", "عُمر «الثاني»"]) {
      const user = await createUser(office.knex, username, ["manage_suppliers"], {
        email: `${username.length}.${username.charCodeAt(0)}@example.com`,
      });
      const { body } = await (await signIn(office.url, user)).post("/api/suppliers", {
        name: "مورد الاسم",
        phone: "0112233",
      });
      expect((await linesOf("suppliers", body.supplier.id)).map((line) => line.username)).toEqual([username]);
    }
  });

  test("nothing of what was refused or rolled back", async () => {
    const { id, updated_at } = await supplierOf({ name: "مورد ثابت", phone: "0778899" });
    await client.put(`/api/suppliers/${id}`, { notes: "أولى" });
    expect((await client.put(`/api/suppliers/${id}`, { notes: "ثانية", updated_at })).status).toBe(409);
    expect((await client.put(`/api/suppliers/${id}`, { phone: "هاتف" })).status).toBe(422);
    expect((await linesOf("suppliers", id)).map(({ changes }) => changes.notes)).toEqual([
      undefined,
      [null, "أولى"],
    ]);
  });

  test("rates, to their last digit, when another currency becomes the base", async () => {
    const { usd, kwd } = currencies;
    const { exchange_rate } = await office.knex("currencies").where({ id: kwd }).first("exchange_rate");
    expect((await client.post(`/api/currencies/${kwd}/set-default`, {})).status).toBe(200);
    const last = await office
      .knex("trail")
      .where({ kind: "currencies", record_id: kwd })
      .orderBy("id", "desc")
      .first(office.knex.raw("changes #>> '{exchange_rate,0}' AS before, username"));
    expect(last).toEqual({ before: exchange_rate, username: administrator.username });
    expect((await client.post(`/api/currencies/${usd}/set-default`, {})).status).toBe(200);
  });

  test("what many change at once: a line each, by each of them", async () => {
    const { id } = await supplierOf({ name: "مورد مشترك", phone: "0990011" });
    const users = await Promise.all(
      ["first", "second", "third"].map((name) => createUser(office.knex, name, ["manage_suppliers"])),
    );
    const clients = await Promise.all(users.map((user) => signIn(office.url, user)));
    const rounds = Array.from({ length: 10 }, (_, round) => round);
    await Promise.all(
      clients.flatMap((one, index) =>
        rounds.map((round) => one.put(`/api/suppliers/${id}`, { notes: `${index} ${round}` })),
      ),
    );
    const lines = (await linesOf("suppliers", id)).slice(1);
    expect(lines).toHaveLength(30);
    let stood = null;
    for (const { username, changes } of lines) {
      const [before, after] = changes.notes;
      expect([before, username]).toEqual([stood, users[Number(after[0])]?.username]);
      stood = after;
    }
  });
});

describe("every table", () => {
  /** Of the office's own housekeeping; no record of the business. */
  const without =
    /^(visa_history|sessions|failed_logins|second_steps|recovery_codes|one_time_keys|document_numbers|import_rows|trail|knex_migrations.*|.*_totals)$/;
  const secret = /password|secret|token|hash|search|code_hash/;

  test("joins the trail, without secrets and search columns, and has words for what is left", async () => {
    const { rows } = await office.knex.raw<{
      rows: { name: string; triggers: string[]; args: string; columns: string[]; generated: string[] }[];
    }>(
      `SELECT relname AS name,
         ARRAY(SELECT tgname::text FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgname LIKE 'trail%') AS triggers,
         (SELECT encode(tgargs, 'escape') FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgname = 'trail') AS args,
         ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped) AS columns
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    const business = rows.filter(({ name }) => !without.test(name));
    expect(business.length).toBeGreaterThan(25);
    for (const { name, triggers, args, columns } of business) {
      expect([name, triggers.length]).toEqual([name, triggers.includes("trail") ? 1 : 2]);
      if (!args) continue; // links of two tables
      const hidden = args.split("\\000")[1]?.slice(1, -1).split(",") ?? [];
      const kept = columns.filter((column) => !hidden.includes(column));
      expect([name, kept.filter((column) => secret.test(column))]).toEqual([name, []]);
      expect([name, kept.filter((column) => !labelOf(name, column))]).toEqual([name, []]);
    }
  });

  test("cannot be changed nor emptied, by anyone; the office's role does not even write it", async () => {
    const before = (await office.knex("trail").count())[0]?.count;
    for (const statement of [
      "UPDATE trail SET username = 'x'",
      "DELETE FROM trail",
      "TRUNCATE trail",
      "TRUNCATE trail RESTART IDENTITY CASCADE",
    ])
      await expect(office.knex.raw(statement)).rejects.toThrow(/only added to/);
    const role = new pg.Client({ connectionString: office.database.applicationUrl });
    await role.connect();
    try {
      for (const statement of [
        "UPDATE trail SET username = 'x'",
        "DELETE FROM trail",
        "TRUNCATE trail",
        "INSERT INTO trail (action, kind) VALUES ('insert', 'users')",
        "ALTER TABLE trail DISABLE TRIGGER ALL",
        "DROP TRIGGER keep_as_it_is ON trail",
        "DROP TRIGGER trail ON suppliers",
        "DROP TABLE trail",
        "CREATE OR REPLACE FUNCTION write_trail() RETURNS trigger LANGUAGE sql AS ''",
        "SET session_replication_role = replica",
        "DELETE FROM knex_migrations",
        "CREATE TEMP TABLE trail (LIKE public.trail INCLUDING ALL)", // which triggers might write to instead
        "SELECT grant_to_application('office_application')",
      ])
        await expect(role.query(statement), statement).rejects.toMatchObject({ code: "42501" });
      const { rows } = await role.query(
        `SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolbypassrls AS mighty,
           (SELECT count(*)::int FROM pg_class WHERE relowner = pg_roles.oid) AS owned
         FROM pg_roles WHERE rolname = current_user`,
      );
      expect(rows).toEqual([{ mighty: false, owned: 0 }]);
    } finally {
      await role.end();
    }
    expect((await office.knex("trail").count())[0]?.count).toBe(before);
    await office.knex.transaction(async (trx) => {
      await trx.raw("CREATE TEMP TABLE trail (LIKE public.trail INCLUDING ALL) ON COMMIT DROP");
      await trx("cities").insert({ name: "جازان" });
      await trx.raw("DROP TABLE pg_temp.trail");
    });
    expect(await office.knex("trail").where({ record_name: "جازان" })).toHaveLength(1);
  });
});

describe("the screen", () => {
  const search = async (query: string) => (await client.get(`/settings/trail?${query}`)).body as string;
  const rowsIn = (html: string) => html.match(/<tr>(?:(?!<\/tr>).)*<\/tr>/gs)?.slice(1) ?? [];

  test("is for who manages users", async () => {
    await createUser(office.knex, "warden", ["manage_users"]);
    await createUser(office.knex, "other", ["manage_suppliers", "manage_roles"]);
    const warden = await signIn(office.url, { username: "warden", password: "Zamzam-2026" });
    const other = await signIn(office.url, { username: "other", password: "Zamzam-2026" });
    expect((await warden.get("/settings/trail")).status).toBe(200);
    expect((await other.get("/settings/trail")).status).toBe(403);
    expect((await client.submit("/settings/trail", {})).status).toBe(405);
  });

  test("finds by person, kind, record and period, and tells in words what changed", async () => {
    const { id } = await supplierOf({ name: "دار السجل", phone: "0223344", service_type: "hotels" });
    await client.put(`/api/suppliers/${id}`, { service_type: "catering", is_active: false });
    const [changed, made, ...more] = rowsIn(await search(`kind=suppliers&record=${id}`));
    expect(more).toEqual([]);
    expect(made).toContain("إضافة");
    for (const words of ["تعديل", "دار السجل", "المورد", administrator.username])
      expect(changed).toContain(words);
    expect(changed?.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")).toMatch(
      /نوع الخدمة فنادق ← إعاشة.*الحالة نشط ← غير نشط|الحالة نشط ← غير نشط.*نوع الخدمة فنادق ← إعاشة/,
    );
    for (const name of ["دار السجل", "دارُ السِّجل"])
      expect(rowsIn(await search(`record=${encodeURIComponent(name)}`))).toHaveLength(2);
    expect(rowsIn(await search(`record=${id}&kind=suppliers&deed=insert`))).toHaveLength(1);
    expect(rowsIn(await search(`record=${id}&kind=suppliers&person=MANAGER`))).toHaveLength(2);
    expect(await search("person=nobody")).toContain("لا توجد عمليات تطابق البحث");
    const today = new Date(Date.now() + 3 * 3600_000).toISOString().slice(0, 10);
    expect(rowsIn(await search(`kind=suppliers&record=${id}&from=${today}&to=${today}`))).toHaveLength(2);
    expect(rowsIn(await search(`kind=suppliers&record=${id}&to=2020-01-01`))).toHaveLength(0);
    for (const wrong of ["kind=zzz", "deed=zzz", "from=yesterday", "page=0"])
      expect(await search(wrong)).toMatch(/قيمة غير معروفة|عدد صحيح/);
    for (const hostile of ["record=%00", "record=99999999999999", "person=%27--", "record=%D9%A1"])
      expect((await client.get(`/settings/trail?${hostile}`)).status).toBe(200);
  });

  test("names what a changed field refers to, also once that is gone", async () => {
    const [first, second] = await Promise.all(
      ["حافلة كبيرة", "حافلة صغيرة"].map(
        async (name) => (await client.post("/api/bus-types", { name })).body.bus_type.id,
      ),
    );
    const body = {
      company_name: "نقل السجل",
      capacity: 45,
      price_per_person: 10,
      currency_id: currencies.usd,
    };
    const { transportation } = (await client.post("/api/transportations", { ...body, bus_type_id: first }))
      .body;
    await client.put(`/api/transportations/${transportation.id}`, { bus_type_id: second });
    await office.knex("bus_types").where({ id: first }).delete();
    const [changed] = rowsIn(await search(`kind=transportations&record=${transportation.id}`));
    expect(changed).toContain(`رقم ${first}`);
    expect(changed).toContain("حافلة صغيرة");
  });

  test("finds what the system did, and what strangers tried", async () => {
    await fetch(`${office.url}/api/auth/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username: "my own password", password: "x" }),
    });
    const [strange, ...others] = rowsIn(await search(`person=${encodeURIComponent("غير معروف")}`));
    expect(others).toEqual([]);
    expect(strange).toContain("محاولة دخول فاشلة");
    expect(JSON.stringify(await office.knex("trail"))).not.toContain("my own password");
    expect(
      rowsIn(await search(`person=${encodeURIComponent("النظام")}&kind=users&deed=insert`)).join(),
    ).toContain(administrator.username);
  });

  test("tells what a user or role held before it tells that they are gone", async () => {
    const { role } = (await client.post("/api/roles", { name: "عابر" })).body;
    const everything = (await client.get("/api/permissions")).body.permissions;
    await client.put(`/api/roles/${role.id}/permissions`, { permission_ids: [everything[0].id] });
    const user = { username: "عابر سبيل", email: "passing@example.com", password: "Zamzam & Safa 1447" };
    const { id } = (await client.post("/api/users", { ...user, role_ids: [role.id] })).body.user;
    expect((await client.delete(`/api/users/${id}`)).status).toBe(200);
    expect((await client.delete(`/api/roles/${role.id}`)).status).toBe(200);
    for (const [kind, record, name] of [
      ["users", id, user.username],
      ["roles", role.id, "عابر"],
    ] as const) {
      const lines = await linesOf(kind, record);
      expect(lines.slice(-2).map(({ action }) => action)).toEqual(["update", "delete"]);
      expect(lines.map(({ record_name }) => record_name)).toEqual(lines.map(() => name));
    }
    const [, gone] = rowsIn(await search(`kind=roles&record=${role.id}`));
    expect(gone?.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")).toContain("أزيل: إعدادات الشركة");
  });

  test("counts no further than ten thousand lines", async () => {
    await office.knex.raw(
      "INSERT INTO trail (action, kind, record_name) SELECT 'insert', 'cities', 'مدينة' FROM generate_series(1, 10100)",
    );
    const html = await search("kind=cities&page=401");
    expect(html).toContain("أكثر من");
    expect(rowsIn(html)).toHaveLength(25);
    expect(await search("kind=cities&page=500")).toContain("لا سجلات في هذه الصفحة");
  });

  test("is a link away from every edit form and detail view, for who may read it", async () => {
    const { id } = await supplierOf({ name: "مورد الرابط", phone: "0556677" });
    const address = `/settings/trail?kind=suppliers&amp;record=${id}`;
    expect((await client.get(`/suppliers/${id}/edit`)).body).toContain(address);
    const clerk = await createUser(office.knex, "clerk", ["manage_suppliers"]);
    expect((await (await signIn(office.url, clerk)).get(`/suppliers/${id}/edit`)).body).not.toContain(
      "/settings/trail",
    );
  });

  test.each(["wide", "phone"] as const)("looks its best (%s)", async (screen) => {
    const page = await browser.signedIn("/settings/trail?kind=suppliers", { baseURL: office.url, screen });
    await page.locator("tbody tr").first().waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await picture(page, `trail/${screen}`);
    await page.goto("/settings/trail");
    await picture(page, `trail/all-${screen}`);
  });
});
