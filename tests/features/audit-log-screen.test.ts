import { beforeAll, describe, expect, test } from "vitest";
import { linesOf } from "../support/audit-log";
import { picture } from "../support/browser";
import { type Client, enter } from "../support/client";
import { administrator } from "../support/database";
import { makeCampaign, makeCustomer, makeDollarAndDinar, makeGroup } from "../support/factories";
import { useOffice } from "../support/office";
import { createUser, enterAs } from "../support/users";

const { office, client, browser } = useOffice({ isBusy: true });
let currencies: Awaited<ReturnType<typeof makeDollarAndDinar>>;

beforeAll(async () => {
  currencies = await makeDollarAndDinar(office.knex);
});

const supplierOf = async (body: object): Promise<{ id: number; updated_at: string }> =>
  (await client.post("/api/suppliers", body)).body.supplier;

describe("the screen", () => {
  const search = async (query: string) => (await client.get(`/settings/trail?${query}`)).body as string;
  const rowsIn = (html: string) => html.match(/<tr>(?:(?!<\/tr>).)*<\/tr>/gs)?.slice(1) ?? [];

  test("says of what the making of a record did itself that it was made", async () => {
    const made = await createUser(office.knex, "made", []);
    const roles = (await client.get("/api/roles")).body.roles as { id: number }[];
    const user = { username: "with-roles", email: "with.roles@example.com", password: "Mina-2026-safe" };
    const role_ids = roles.slice(0, 1).map(({ id }) => id);
    const { id } = (await client.post("/api/users", { ...user, role_ids })).body.user;
    const deedsOf = async (record: number) =>
      rowsIn(await search(`kind=users&record=${record}`)).map((row) => row.match(/<td>(إضافة|تعديل)</)?.[1]);
    expect(await deedsOf(id)).toEqual(["إضافة", "إضافة"]);
    await client.put(`/api/users/${id}`, { email: "other@example.com" });
    expect(await deedsOf(id)).toEqual(["تعديل", "إضافة", "إضافة"]);
    expect(await deedsOf(made.id)).toEqual(["تعديل", "إضافة"]); // its roles came later
  });

  test("tells passports and identity numbers to who may read customers, on the screen and in the file", async () => {
    const [inNotes, inAddress] = ["K5556667", "L8889990"];
    const body = {
      name: "نورة",
      phone: "0501112223",
      passport_number: "P1112223",
      national_id: "1098765432",
      address: `جدة، جوازها السابق ${inAddress}`,
    };
    const { customer } = (await client.post("/api/customers", body)).body;
    await client.put(`/api/customers/${customer.id}`, { passport_number: "P3332221" });
    const visa = {
      customer_id: customer.id,
      visa_type: "umrah",
      passport_number: "P3332221",
      notes: `كان على الجواز ${inNotes}`,
    };
    const applied = await client.post("/api/visas", { ...visa, submission_date: "2026-11-01" });
    expect(applied.status).toBe(201);
    await client.get("/api/customers?search=P3332221");
    const joined = await makeCustomer(office.knex, { name: "نورا", phone: "0501112224" });
    const moved = "M4445556";
    await client.post("/api/visas", {
      ...visa,
      customer_id: joined,
      passport_number: moved,
      submission_date: "2026-11-01",
    });
    const join = await client.post(`/api/customers/${customer.id}/join`, { customer_id: joined });
    expect(join.status).toBe(200);
    const file = new File(["%PDF-1.4\n%%EOF"], "جواز N7778889.pdf", { type: "application/pdf" });
    const kept = await client.submit(`/api/visas/${applied.body.visa.id}/documents`, { file });
    expect(kept.status).toBe(201);
    const secrets = ["P1112223", "P3332221", "1098765432", inNotes, inAddress, moved, "N7778889"];

    const guard = await enterAs(office, "guard", ["manage_users"]);
    const reader = await enterAs(office, "reader", ["manage_users", "manage_contracts"]);
    const rows = async (by: Client, query: string) =>
      rowsIn((await by.get(`/settings/trail?${query}`)).body).map((row) => row.replace(/<[^>]*>/g, " "));
    const told = async (by: Client, secret: string) => {
      const pages = await Promise.all(
        [
          "/settings/trail?per_page=200",
          "/settings/trail.data?per_page=200",
          "/settings/trail/export/csv",
        ].map(async (path) => (await by.get(path)).body as string),
      );
      return pages.map((page) => page.includes(secret));
    };
    for (const secret of secrets) {
      expect([secret, await told(guard as Client, secret)]).toEqual([secret, [false, false, false]]);
      expect([secret, await told(reader as Client, secret)]).toEqual([secret, [true, true, true]]);
    }
    const [changed] = await rows(guard as Client, `kind=customers&deed=update&record=${customer.id}`);
    expect(changed).toMatch(/رقم الجواز\s+محجوب\s+←\s+محجوب/);
    const [visaLine] = await rows(guard as Client, "kind=visas&deed=insert");
    expect(visaLine).toContain("محجوب");
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
    expect(JSON.stringify(await office.knex("audit_log"))).not.toContain("my own password");
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
      const lines = await linesOf(office, kind, record);
      expect(lines.slice(-2).map(({ action }) => action)).toEqual(["update", "delete"]);
      expect(lines.map(({ record_name }) => record_name)).toEqual(lines.map(() => name));
    }
    const [, gone] = rowsIn(await search(`kind=roles&record=${role.id}`));
    expect(gone?.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")).toContain("أزيل: إعدادات الشركة");
  });

  test("tells who joined a family, who left it, and its name", async () => {
    const campaign = await makeCampaign(office.knex, 9, []);
    const group = await makeGroup(office.knex, campaign);
    const [one, other] = [
      await makeCustomer(office.knex, { name: "سالم العمر" }),
      await makeCustomer(office.knex, { name: "هدى العمر" }),
    ];
    for (const customer_id of [one, other])
      await office.knex("group_members").insert({ group_id: group, campaign_id: campaign, customer_id });
    const path = `/api/groups/${group}/families`;
    await client.post(path, { name: "آل عمر", customer_ids: [one, other] });
    await client.put(`${path}/${one}`, { relation: "husband" });
    await client.delete(`${path}/${other}`);
    const lines = rowsIn(await search(`kind=groups&record=${group}`)).map((row) =>
      row.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "),
    );
    expect(lines[0]).toContain("أزيل: هدى العمر (آل عمر)");
    expect(lines[1]).toContain("أزيل: سالم العمر (آل عمر) ، أضيف: سالم العمر (آل عمر، زوج)");
    expect(lines[2]).toContain("أضيف: سالم العمر (آل عمر)، هدى العمر (آل عمر)");
    expect(lines.slice(0, 3).join()).not.toContain("—");
    const { body } = await client.get(`/settings/trail/export/csv?kind=groups&record=${group}`);
    expect(body).toContain("أزيل هدى العمر (آل عمر)");
  });

  test("counts no further than ten thousand lines", async () => {
    await office.knex.raw(
      "INSERT INTO audit_log (action, kind, record_name) SELECT 'insert', 'cities', 'مدينة' FROM generate_series(1, 10100)",
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
    expect((await (await enter(office, clerk)).get(`/suppliers/${id}/edit`)).body).not.toContain(
      "/settings/trail",
    );
  });

  test.each(["wide", "phone"] as const)("looks its best (%s)", async (screen) => {
    const page = await browser.signedIn("/settings/trail?kind=suppliers", { screen });
    await page.locator("tbody tr").first().waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await picture(page, `trail/${screen}`);
    await page.goto("/settings/trail");
    await picture(page, `trail/all-${screen}`);
  });
});
