import { beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { picture, useBrowser } from "../support/browser";
import { type Client, signIn } from "../support/client";
import { administrator } from "../support/database";
import { makeCampaign, makeCurrency, makeCustomer, makeGroup } from "../support/factories";
import { createUser, password } from "../support/users";

/* Whole lists that leave the office, and what the trail tells to whom (rulings §2). */

const office = fixture();
const browser = useBrowser();
const [passport, identity] = ["P7654321", "1098765432"];
let client: Client;
let group: number;

beforeAll(async () => {
  client = await signIn(office.url);
  const customer_id = await makeCustomer(office.knex, { name: "هدى", passport_number: passport });
  await makeCustomer(office.knex, { name: "سالم", status: "inactive" });
  await makeCurrency(office.knex, "SAR", "1", { is_default: true });
  const campaign_id = await makeCampaign(office.knex, 10, []);
  group = await makeGroup(office.knex, campaign_id, { name: "فوج البيان" });
  await office.knex("group_members").insert({ group_id: group, campaign_id, customer_id });
});

const deeds = ["exported", "printed", "listed"];
const lines = () =>
  office
    .knex("trail")
    .whereIn("action", deeds)
    .orderBy("id")
    .select("username", "action", "kind", "record_name", "changes", "address");
const rowsIn = (html: string) =>
  (html.match(/<tr>(?:(?!<\/tr>).)*<\/tr>/gs) ?? []).slice(1).map((row) => row.replace(/<[^>]*>/g, " "));

describe("a whole list that is taken leaves a line:", () => {
  const manifest = "كشف الركاب - فوج البيان";
  test.each<[string, string, () => string, object]>([
    [
      "customers, as a workbook",
      "exported",
      () => "/customers/export/xlsx?status=active&search=هدى&page=3",
      {
        kind: "customers",
        record_name: "العملاء",
        changes: { status: "active", search: "هدى", rows: 1, format: "xlsx" },
      },
    ],
    [
      "customers, as text",
      "exported",
      () => "/customers/export/csv",
      {
        kind: "customers",
        changes: { rows: 2, format: "csv" },
      },
    ],
    [
      "customers, by call",
      "listed",
      () => "/api/customers?status=inactive",
      {
        kind: "customers",
        record_name: "العملاء",
        changes: { status: "inactive", rows: 1 },
      },
    ],
    [
      "visas",
      "exported",
      () => "/trips/visas/export/csv",
      { kind: "visas", changes: { rows: 0, format: "csv" } },
    ],
    ["visas, by call", "listed", () => "/api/visas", { kind: "visas", changes: { rows: 0 } }],
    [
      "users",
      "exported",
      () => "/settings/users/export/csv?is_active=true",
      {
        kind: "users",
        changes: { is_active: true, rows: 1, format: "csv" },
      },
    ],
    ["users, by call", "listed", () => "/api/users", { kind: "users", changes: { rows: 1 } }],
    [
      "the trail itself",
      "exported",
      () => "/settings/trail/export/csv?deed=login",
      {
        kind: "trail",
        record_name: "سجل العمليات",
        changes: { deed: "login", rows: 1, format: "csv" },
      },
    ],
    [
      "a manifest",
      "exported",
      () => `/trips/groups/${group}/manifest/export/csv`,
      {
        kind: "customers",
        record_name: manifest,
        changes: { rows: 1, format: "csv" },
      },
    ],
    [
      "a manifest, on paper",
      "printed",
      () => `/trips/groups/${group}/manifest`,
      {
        kind: "customers",
        record_name: manifest,
        changes: { rows: 1 },
      },
    ],
    [
      "the readiness, on paper",
      "printed",
      () => `/trips/groups/${group}/readiness/print`,
      {
        kind: "customers",
        changes: { rows: 1 },
      },
    ],
    [
      "the readiness, by call",
      "listed",
      () => `/api/groups/${group}/readiness`,
      {
        kind: "customers",
        changes: { rows: 1 },
      },
    ],
    [
      "members, by call",
      "listed",
      () => `/api/groups/${group}/members`,
      { kind: "customers", changes: { rows: 1 } },
    ],
    [
      "another list",
      "exported",
      () => "/suppliers/export/csv",
      { kind: "suppliers", changes: { rows: 0, format: "csv" } },
    ],
    ["a report", "exported", () => "/reports/administrative/export/csv", { kind: "lists" }],
  ])("%s", async (_, action, path, line) => {
    const before = await lines();
    const { status } = await client.get(path());
    expect(status).toBe(200);
    const [made, ...more] = (await lines()).slice(before.length);
    expect(more).toEqual([]);
    expect(made).toMatchObject({ username: administrator.username, action, address: "127.0.0.1", ...line });
  });

  test("a page of one, a list that is refused and a look at the head leave none", async () => {
    const before = await lines();
    await createUser(office.knex, "clerk", ["manage_suppliers"]);
    const clerk = await signIn(office.url, { username: "clerk", password });
    expect((await clerk.get("/customers/export/csv")).status).toBe(403);
    expect((await client.get("/customers/export/zip")).status).toBe(404);
    expect((await client.get("/customers/export/csv?status=zzz")).status).toBe(422);
    expect((await client.send("HEAD", "/customers/export/csv")).status).toBe(200);
    for (const page of [
      "/api/customers?page=1",
      "/api/customers/search?q=هدى",
      "/api/suppliers",
      "/customers",
    ])
      expect((await client.get(page)).status).toBe(200);
    expect(await lines()).toEqual(before);
  });

  test("a file has no data beside itself, which would be it as text", async () => {
    const before = await lines();
    for (const path of ["/customers/export/csv", "/Customers/EXPORT/xlsx", "/agents/import/template/csv"]) {
      const { status, body } = await client.get(`${path}.data`);
      expect([path, status, body.includes("العملاء")]).toEqual([path, 404, false]);
    }
    expect(await lines()).toEqual(before);
  });
});

describe("the trail's screen", () => {
  const trail = async (by: Client, query: string) => rowsIn((await by.get(`/settings/trail?${query}`)).body);

  test("tells such lines in words, and finds them", async () => {
    await client.get("/customers/export/xlsx?status=active&search=هدى");
    const [line] = await trail(client, "kind=customers&deed=exported");
    for (const words of ["تصدير قائمة", "العملاء", "الحالة", "نشط", "البحث", "هدى", "عدد السجلات", "Excel"])
      expect(line).toContain(words);
    await client.get("/settings/trail/export/csv?deed=login&kind=users");
    const [own] = await trail(client, "kind=trail");
    for (const words of ["سجل العمليات", "العملية", "تسجيل دخول", "نوع السجل"]) expect(own).toContain(words);
    await client.get("/reports/financial/export/csv");
    expect((await trail(client, "kind=lists"))[0]).toContain("المقبوضات والمدفوعات");
  });

  test("tells passports and identity numbers to who may read customers, on the screen and in the file", async () => {
    const body = { name: "نورة", phone: "0501112223", passport_number: "P1112223", national_id: identity };
    const { customer } = (await client.post("/api/customers", body)).body;
    await client.put(`/api/customers/${customer.id}`, { passport_number: "P3332221" });
    const visa = { customer_id: customer.id, visa_type: "umrah", passport_number: "P3332221" };
    const applied = await client.post("/api/visas", { ...visa, submission_date: "2026-11-01" });
    expect(applied.status).toBe(201);
    await client.get("/api/customers?search=P3332221");
    const secrets = ["P1112223", "P3332221", identity, passport];

    await createUser(office.knex, "warden", ["manage_users"]);
    await createUser(office.knex, "reader", ["manage_users", "manage_contracts"]);
    const [warden, reader] = await Promise.all(
      ["warden", "reader"].map((username) => signIn(office.url, { username, password })),
    );
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
    for (const secret of secrets.slice(0, 3)) {
      expect([secret, await told(warden as Client, secret)]).toEqual([secret, [false, false, false]]);
      expect([secret, await told(reader as Client, secret)]).toEqual([secret, [true, true, true]]);
    }
    const [changed] = await trail(warden as Client, `kind=customers&record=${customer.id}`);
    expect(changed).toMatch(/رقم الجواز\s+محجوب\s+←\s+محجوب/);
    const [visaLine] = await trail(warden as Client, "kind=visas&deed=insert");
    expect(visaLine).toContain("محجوب");
  });

  test.each(["wide", "phone"] as const)("looks its best (%s)", async (screen) => {
    const page = await browser.signedIn("/settings/trail?deed=exported", { baseURL: office.url, screen });
    await page.locator("tbody tr").first().waitFor();
    await picture(page, `trail-lists/${screen}`);
  });
});
