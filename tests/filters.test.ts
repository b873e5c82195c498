import { describe, expect, test } from "vitest";
import { demoLogins } from "../scripts/demo-logins.js";
import { picture } from "./support/browser";
import { useOffice } from "./support/office";

/* A filter that is no value of its kind: refused by call, and on a screen an empty list that says why (rulings §1). */

const { client, browser } = useOffice({ demo: true });

const ids = ["x", "-1", "0", "1.5", "99999999999", "1;2", "1e3"];
const choices = ["zzz", "ACTIVE", "1"];
const dates = ["yesterday", "2026-02-30", "26-01-01", "infinity", "0000-00-00"];
const pages = ["0", "-1", "x", "1.5"];

const paged = { page: pages, per_page: [...pages, "201"] };
const status = { status: choices };
const vouchers = {
  ...status,
  payment_method: choices,
  account_id: ids,
  user_id: ids,
  customer_id: ids,
  from: dates,
  to: dates,
};

/** Each list: its call, its screen, and values that its filters refuse. */
const lists: [call: string, screen: string, filters: Record<string, string[]>][] = [
  ["/api/customers", "/customers", status],
  ["/api/contracts", "/contracts", { ...status, campaign_id: ids, customer_id: ids, from: dates, to: dates }],
  ["/api/campaigns", "/campaigns", { ...status, type: choices, from: dates, to: dates }],
  ["/api/groups", "/trips/groups", { ...status, campaign_id: ids }],
  ["/api/groups/1/members", "/trips/groups/1/members", { gender: choices }],
  ["/api/groups/1/readiness", "/trips/groups/1/readiness", { state: choices, check: choices, group_id: ids }],
  ["/api/campaigns/1/readiness", "/campaigns/1/readiness", { state: choices, check: choices, group_id: ids }],
  [
    "/api/agent-invoices",
    "/invoices/agents",
    { payment_status: choices, agent_id: ids, from: dates, to: dates, overdue: choices },
  ],
  [
    "/api/purchase-invoices",
    "/invoices/purchases",
    { payment_status: choices, supplier_id: ids, from: dates, to: dates, overdue: choices },
  ],
  ["/api/receipt-vouchers", "/financial/receipts", { ...vouchers, contract_id: ids }],
  [
    "/api/payment-vouchers",
    "/financial/payments",
    { ...vouchers, beneficiary_type: choices, campaign_id: ids, agent_invoice_id: ids },
  ],
  [
    "/api/visas",
    "/trips/visas",
    { ...status, visa_type: choices, customer_id: ids, group_id: ids, from: dates, to: dates },
  ],
  ["/api/hotels", "/services/hotels", { ...status, city_id: ids, rating_id: ids }],
  ["/api/transportations", "/services/transportation", { ...status, bus_type_id: ids }],
  ["/api/catering", "/services/catering", { ...status, catering_type_id: ids }],
  ["/api/other-services", "/services/other", { ...status, category_id: ids }],
  ["/api/packages", "/services/packages", { ...status, type: choices }],
  ["/api/trips", "/trips/management", { from: dates, to: dates }],
  ["/api/trip-plans", "/trips/plans", { type: choices }],
  ["/api/banks", "/settings/accounts/banks", { ...status, currency_code: ["zz", "1", "dollar"] }],
  ["/api/cash-boxes", "/settings/accounts/cash-boxes", { ...status, currency_code: ["zz", "1"] }],
  ["/api/bank-accounts", "", status],
  ["/api/expenses", "/settings/accounts/expenses", { category_id: ids }],
  ["/api/expense-categories", "", {}],
  ["/api/currencies", "", {}],
  ["/api/cities", "", {}],
  ["/api/ratings", "", {}],
];

/** The rows of an answer, whatever their key. */
const rowsOf = (body: object) => Object.values(body).find(Array.isArray) as object[];

describe.each(lists)("%s", (call, screen, filters) => {
  const all = { ...filters, ...paged };

  test("refuses by call, at its name", async () => {
    for (const [name, values] of Object.entries(all)) {
      for (const value of values) {
        const { status, body } = await client.get(`${call}?${name}=${value}`);
        expect([name, value, status, Object.keys(body.fields ?? {})]).toEqual([name, value, 422, [name]]);
        expect(body.message).toMatch(/^[\u0600-\u06FF ]+: /);
        expect(body.error).toBe(body.message);
      }
    }
  });

  test("holds an empty one for none, and what is sought beside it", async () => {
    const whole = rowsOf((await client.get(call)).body);
    expect(whole.length).toBeGreaterThan(0);
    for (const name of Object.keys(all)) {
      for (const empty of ["", "+", "%20%20", "%00"]) {
        if (name.includes("page") && empty) continue;
        const { status, body } = await client.get(`${call}?${name}=${empty}`);
        expect([name, status]).toEqual([name, 200]);
        expect(rowsOf(body)).toEqual(name.includes("page") ? whole.slice(0, 25) : whole);
      }
    }
  });

  test.runIf(screen)("shows nothing, and why, on its screen", async () => {
    const shown = { ...filters, ...paged };
    for (const [name, values] of Object.entries(shown)) {
      for (const value of values) {
        const { status, body } = await client.get(`${screen}?${name}=${value}`);
        expect([name, value, status]).toEqual([name, value, 200]);
        expect(body).toMatch(/<section class="empty"><h2>[\u0600-\u06FF ]+: (قيمة غير معروفة|عدد صحيح من 1)/);
        expect(body).not.toContain("<tbody>");
        expect(body).not.toContain('class="card"');
        expect(body).toMatch(/<a class="button" href="[^"?]+">(عرض الكل|إعادة تعيين)/);
      }
    }
  });

  test.runIf(screen)("shows in its selects what the address holds", async () => {
    for (const name of Object.keys(filters)) {
      const whole = (await client.get(screen)).body;
      if (!whole.includes(`<select name="${name}"`)) continue;
      for (const value of ["zzz", "987654321"]) {
        const { body } = await client.get(`${screen}?${name}=${value}`);
        const select = body.slice(body.indexOf(`<select name="${name}"`)).split("</select>")[0];
        expect(select).toMatch(new RegExp(`<option value="${value}" selected="">غير معروف: `));
      }
      const select = whole.slice(whole.indexOf(`<select name="${name}"`)).split("</select>")[0];
      expect(select).not.toContain("غير معروف");
    }
  });
});

test("the search for a customer takes what it is given", async () => {
  expect((await client.get("/api/customers/search?q=zzz%00")).status).toBe(200);
});

test("an account's movements say which day is none, and show none", async () => {
  const { body } = await client.get("/api/cash-boxes");
  const address = `/financial/statements/cash-boxes/${body.cash_boxes[0].id}`;
  expect((await client.get(address)).body).toContain("<tbody>");
  for (const [name, sentence] of [
    ["from", "من تاريخ: قيمة غير معروفة"],
    ["to", "إلى تاريخ: قيمة غير معروفة"],
    ["page", "رقم الصفحة: عدد صحيح"],
  ]) {
    for (const value of name === "page" ? pages : dates) {
      const { status, body } = await client.get(`${address}?${name}=${value}`);
      expect([value, status]).toEqual([value, 200]);
      expect(body).toContain(sentence);
      expect(body).not.toContain("<tbody>");
      expect(body).toContain("كل الحركات");
    }
  }
});

test("a filter of two kinds is shown as it stands, wide and on a phone", async () => {
  for (const screen of ["wide", "phone"] as const) {
    for (const javaScript of [true, false]) {
      const page = await browser.signedIn("/contracts?status=zzz&campaign_id=x", {
        login: demoLogins[0],
        screen,
        javaScript,
      });
      await page.getByRole("heading", { name: "قيمة غير معروفة" }).waitFor();
      expect(await page.getByLabel("الحالة").locator("option:checked").textContent()).toBe("غير معروف: zzz");
      await picture(page, `filters/${screen}-${javaScript}`);
      await page.getByRole("link", { name: "عرض الكل" }).click();
      await page.locator("tbody tr").first().waitFor();
      expect(await page.getByLabel("الحالة").locator("option:checked").textContent()).toBe("الكل");
    }
  }
});

test("«عرض الكل» stands where something is filtered, and not on a page of the whole list", async () => {
  const page = async (query: string) => (await client.get(`/contracts${query}`)).body;
  for (const query of ["", "?page=2", "?search=&status="])
    expect(await page(query)).not.toContain(">عرض الكل<");
  for (const query of ["?status=active", "?page=2&search=x"])
    expect(await page(query)).toContain(">عرض الكل<");
});

const asBrowsers = { headers: { "Upgrade-Insecure-Requests": "1" } };

test.each([
  ["/contracts?status=active&is_owing=&search=&page=2", "/contracts?status=active&page=2"],
  ["/financial/receipts?search=&from=&to=", "/financial/receipts"],
  [
    "/financial/statements/customers/1?from=&to=2026-01-01",
    "/financial/statements/customers/1?to=2026-01-01",
  ],
  ["/search?q=", "/search"],
  ["/customers/new?search=&status=active", "/customers/new?status=active"],
])("%s, as a form without scripts sends it, leads to %s", async (sent, tidy) => {
  const { status, headers } = await client.send("GET", sent, asBrowsers);
  expect([status, headers.get("Location")]).toEqual([302, tidy]);
  expect((await client.get(sent)).status).toBe(200); // a program asks for no page
});

test.each([
  "/reports/financial?report=cash&period=free&from=&to=2026-02-01", // an open period, not the present one
  "/trips/movements?on=",
  "/api/customers?search=",
])("%s keeps what is empty", async (address) => {
  expect([200, 422]).toContain((await client.send("GET", address, asBrowsers)).status);
});
