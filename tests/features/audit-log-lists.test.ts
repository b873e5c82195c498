import { beforeAll, describe, expect, test } from "vitest";
import { fieldFilters } from "~/domain/filter-labels";
import { factLabelOf } from "~/features/audit-log/kinds.server";
import { picture } from "../support/browser";
import { type Client, signIn } from "../support/client";
import { administrator } from "../support/database";
import { makeCampaign, makeCurrency, makeCustomer, makeGroup } from "../support/factories";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* The audit log's lines about exported and printed lists (rulings §2). */

const { office, client, browser } = useOffice();
let group: number;

beforeAll(async () => {
  await signIn(office.url); // the one login in the audit log
  const customer_id = await makeCustomer(office.knex, { name: "هدى", passport_number: "P7654321" });
  await makeCustomer(office.knex, { name: "سالم", status: "inactive" });
  await makeCurrency(office.knex, "SAR", "1", { is_default: true });
  const campaign_id = await makeCampaign(office.knex, 10, []);
  group = await makeGroup(office.knex, campaign_id, { name: "فوج البيان" });
  await office.knex("group_members").insert({ group_id: group, campaign_id, customer_id });
});

const deeds = ["exported", "printed", "listed"];
const lines = () =>
  office
    .knex("audit_log")
    .whereIn("action", deeds)
    .orderBy("id")
    .select("username", "action", "kind", "record_name", "changes", "address");
const rowsIn = (html: string) =>
  (html.match(/<tr>(?:(?!<\/tr>).)*<\/tr>/gs) ?? []).slice(1).map((row) => row.replace(/<[^>]*>/g, " "));

const trail = async (by: Client, query: string) => rowsIn((await by.get(`/settings/trail?${query}`)).body);

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
      "the audit log itself",
      "exported",
      () => "/settings/trail/export/csv?deed=login",
      {
        kind: "audit_log",
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

  test("what an address names beside filters is not told, nor an empty filter", async () => {
    const others = "passport=09267120&constructor=1&national_id=1087654321&q=هدى&search=";
    for (const path of ["/trips/visas/export/csv?status=approved", "/api/visas?number_repeats=true"]) {
      const before = await lines();
      expect((await client.get(`${path}&${others}`)).status).toBe(200);
      const [filter = ""] = path.split("?").slice(1);
      const told = (await lines()).slice(before.length).map(({ changes }) => Object.keys(changes).sort());
      const format = path.includes("export") ? ["format"] : [];
      expect(told).toEqual([[...format, filter.split("=")[0], "rows"].sort()]);
    }
  });

  test("a page of one, a list that is refused and a look at the head leave none", async () => {
    const before = await lines();
    const clerk = await enterAs(office, "clerk", ["manage_suppliers"]);
    expect((await clerk.get("/customers/export/csv")).status).toBe(403);
    expect((await client.get("/customers/export/zip")).status).toBe(404);
    expect((await client.get("/customers/export/csv?status=zzz")).status).toBe(422);
    for (const path of [
      "/customers/export/csv",
      "/api/customers",
      `/trips/groups/${group}/manifest`,
      `/trips/groups/${group}/readiness/print`,
    ])
      expect((await client.send("HEAD", path)).status).toBe(200);
    for (const page of [
      "/api/customers?page=1",
      "/api/customers/search?q=هدى",
      "/api/suppliers",
      "/customers",
    ])
      expect((await client.get(page)).status).toBe(200);
    expect(await lines()).toEqual(before);
  });

  test("pages of one, by call: each hundred rows of an hour, or one page that may hold more", async () => {
    const reader = await enterAs(office, "reader of pages", ["manage_customers"]);
    const people = (first: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        name: `عميل ${first + n}`,
        phone: `05${first + n}`,
        status: "inactive",
      }));
    await office.knex("customers").insert(people(40_000_000, 130));
    const walk = async (per_page: number, pages: number[]) => {
      const before = await lines();
      for (const page of pages)
        await reader.get(`/api/customers?search=${"عميل 400"}&per_page=${per_page}&page=${page}`);
      return (await lines()).slice(before.length).map(({ changes }) => [changes.rows, changes.pages]);
    };
    try {
      expect(await walk(25, [1, 2, 3, 4])).toEqual([]);
      expect(await walk(25, [5, 6])).toEqual([[125, 5]]); // the last page has five rows, which count towards the next line
      expect(await walk(100, [1])).toEqual([[105, 2]]);
      expect(await walk(200, [1, 2])).toEqual([
        [130, 1],
        [0, 1],
      ]);
      expect((await lines()).at(-1)).toMatchObject({
        username: "reader of pages",
        action: "listed",
        kind: "customers",
        record_name: "العملاء",
        changes: { search: "عميل 400" },
      });
      const before = await lines();
      await reader.send("HEAD", "/api/customers?per_page=200");
      expect(await lines()).toEqual(before);
      const [told] = await trail(client, "kind=customers&deed=listed");
      for (const words of ["قراءة", "عدد السجلات", "عدد الصفحات"]) expect(told).toContain(words);
    } finally {
      await office.knex("customers").whereLike("name", "عميل 400%").delete();
    }
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

test("a filter by a field has its label in the line of any list", () => {
  for (const name of fieldFilters)
    expect([name, factLabelOf("lists", name)]).toEqual([name, expect.any(String)]);
});

describe("the audit log's screen", () => {
  test("tells such lines in words, and finds them", async () => {
    await client.get("/customers/export/xlsx?status=active&search=هدى");
    const [line] = await trail(client, "kind=customers&deed=exported");
    for (const words of ["تصدير", "العملاء", "الحالة", "نشط", "البحث", "هدى", "عدد السجلات", "Excel"])
      expect(line).toContain(words);
    await client.get("/settings/trail/export/csv?deed=login&kind=users");
    const [own] = await trail(client, "kind=audit_log");
    for (const words of ["سجل العمليات", "العملية", "تسجيل دخول", "نوع السجل"]) expect(own).toContain(words);
    await client.get("/reports/financial/export/csv");
    expect((await trail(client, "kind=lists"))[0]).toContain("المقبوضات والمدفوعات");
  });

  test.each(["wide", "phone"] as const)("looks its best (%s)", async (screen) => {
    const page = await browser.signedIn("/settings/trail?deed=exported", { screen });
    await page.locator("tbody tr").first().waitFor();
    await picture(page, `trail-lists/${screen}`);
  });
});
