import { expect, test } from "vitest";
import type { Permission } from "~/domain/permissions";
import { picture } from "../support/browser";
import type { Client } from "../support/client";
import * as factories from "../support/factories";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* An office that has nothing yet: each test goes on where the one before it ended. */

const { office, client, browser } = useOffice();

const title = "خطوات البدء";

/** The steps of a page: the link of each, and whether it is done. */
function stepsOf(html: string) {
  const list = html.slice(html.indexOf(title)).match(/<ol.*?<\/ol>/s)?.[0] ?? "";
  return list
    .split("<li")
    .slice(1)
    .map((step) => ({
      label: step.match(/font-medium[^>]*>([^<]+)</)?.[1],
      href: step.match(/href="([^"]+)"/)?.[1],
      isDone: step.includes('aria-label="تم"'),
    }));
}
const steps = async () => stepsOf((await client.get("/")).body);
const done = async () => (await steps()).flatMap(({ label, isDone }) => (isDone ? [label] : []));

test("the dashboard of an empty office says what is still to be done, each with a way that opens", async () => {
  const all = await steps();
  expect(all.map(({ label, isDone }) => [label, isDone])).toEqual([
    ["اكتب بيانات الشركة", false],
    ["أضف عملة", false],
    ["أضف صندوقًا", false],
    ["أضف خدمة", false],
    ["كوّن باقة", false],
    ["افتح حملة", false],
    ["سجل عميلًا", false],
    ["وقّع عقدًا", false],
    ["اقبض واطبع أول سند", false],
  ]);
  for (const { href } of all) expect([href, (await client.get(href as string)).status]).toEqual([href, 200]);
});

test.each([
  "/settings/accounts/cash-boxes/new",
  "/settings/accounts/banks/new",
  "/services/hotels/new",
  "/services/transportation/new",
  "/services/catering/new",
  "/services/other/new",
  "/services/packages/new",
  "/financial/receipts/new",
  "/financial/payments/new",
])("%s says at the field that there is no currency, with the way to one", async (path) => {
  const { body } = await client.get(path);
  expect(plain(body)).toContain(
    'لا توجد عملات متاحة: <a href="/settings/accounts/currencies/new">إضافة عملة</a>',
  );
});

test.each([
  ["/financial/receipts/new", "/settings/accounts/cash-boxes/new"],
  ["/financial/receipts/new", "/settings/accounts/banks/new"],
  ["/financial/payments/new", "/settings/accounts/cash-boxes/new"],
  ["/contracts/new", "/campaigns/new"],
  ["/trips/groups/new", "/campaigns/new"],
  ["/trips/visas/apply", "/trips/groups/new"],
  ["/campaigns/new", "/services/packages/new"],
])("%s says what it lacks, with the way to %s", async (path, way) => {
  const { body } = await client.get(path);
  expect(plain(body)).toMatch(new RegExp(`متاحة: <a href="${way}">إضافة`));
});

test("a search that finds nobody says so, beside a button that adds them for who may", async () => {
  const fields = { intent: "lookup", customer_query: "سالم" };
  const body = plain((await client.submit("/trips/visas/new", fields)).body);
  expect(body).toContain("يطابقون البحث");
  expect(body).toContain("إضافة عميل");
  const permissions: Permission[] = ["manage_contracts", "manage_trips"];
  const seller = await enterAs(office, "seller", permissions);
  const theirs = plain((await seller.submit("/trips/visas/new", fields)).body);
  expect(theirs).toContain("يطابقون البحث");
  expect(theirs).not.toContain("إضافة عميل");
  const sale = plain((await seller.get("/contracts/new")).body);
  expect(sale).toContain("لا توجد حملات متاحة: الإضافة لمن له صلاحية «الحملات»");
});

test("who may not do a step sees it without the way to it", async () => {
  const clerk = await enterAs(office, "clerk", ["manage_customers"]);
  const seen = stepsOf((await clerk.get("/")).body);
  expect(seen.flatMap(({ href }) => href ?? [])).toEqual(["/customers/new"]);
  expect(seen).toHaveLength(9);
});

test.each(["wide", "phone"] as const)("looks its best (%s)", async (screen) => {
  await office.knex("company_info").update({ name: "وكالة البيت العتيق" });
  for (const javaScript of [true, false]) {
    const page = await browser.signedIn("/", { screen, javaScript });
    expect(await page.getByRole("img", { name: "تم", exact: true }).count()).toBe(1);
    await picture(page, `first-steps/${screen}-${javaScript}`);
    await page.goto("/financial/receipts/new");
    await picture(page, `first-steps/receipt-${screen}-${javaScript}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
});

test("a saved step leads on to the next one that its user may do; other forms and other users are left alone", async () => {
  const saved = await pageAfter(client, "/settings/company", { name: "وكالة البيت العتيق" });
  expect(nextIn(saved)).toEqual(["/settings/accounts/currencies/new", "أضف عملة"]);
  const agent = { name: "وكيل", phone: "0501234567", type: "external" };
  expect(nextIn(await pageAfter(client, "/agents/new", agent))).toBeUndefined();
  const clerk = await enterAs(office, "keeper", ["manage_settings", "manage_customers"]);
  const theirs = await pageAfter(clerk, "/settings/company", { name: "وكالة البيت العتيق" });
  expect(nextIn(theirs)).toEqual(["/customers/new", "سجل عميلًا"]);
  expect(nextIn((await client.get("/settings/company")).body)).toBeUndefined();
});

test("each is ticked once it is there, and all are gone with the first receipt", async () => {
  expect(await done()).toEqual(["اكتب بيانات الشركة"]);
  const usd = await factories.makeCurrency(office.knex, "USD", "1", { is_default: true });
  const box = { name: "الصندوق", currency_code: "USD" };
  const { id } = (await client.post("/api/cash-boxes", box)).body.cash_box;
  expect((await done()).at(-1)).toBe("أضف صندوقًا");
  await client.delete(`/api/cash-boxes/${id}`);
  await client.post("/api/banks", { ...box, account_number: "1", account_name: "المكتب" });
  expect((await done()).at(-1)).toBe("أضف عملة");
  await client.post("/api/cash-boxes", box);
  await factories.makeTransportation(office.knex);
  expect((await done()).at(-1)).toBe("أضف خدمة");
  await factories.makePackage(office.knex, usd, "100");
  await factories.makeCampaign(office.knex, 10, []);
  expect(await done()).toHaveLength(6);
  const customer_id = await factories.makeCustomer(office.knex);
  expect((await done()).at(-1)).toBe("سجل عميلًا");
  const receipt = { customer_id, amount: 5, currency_id: usd, payment_method: "cash", description: "دفعة" };
  const { cash_boxes } = (await client.get("/api/cash-boxes")).body;
  const date = new Date().toISOString().slice(0, 10);
  const more = { cash_box_id: cash_boxes[0].id, date };
  expect((await client.post("/api/receipt-vouchers", { ...receipt, ...more })).status).toBe(201);
  expect((await client.get("/")).body).not.toContain(title);
});

/** Saves a form as a browser does, and reads the page to which it leads. */
async function pageAfter(by: Client, path: string, fields: Record<string, string>) {
  const Referer = office.url + path;
  const body = new URLSearchParams(fields);
  const headers = { Referer, Cookie: by.cookie };
  const saved = await fetch(Referer, { method: "POST", redirect: "manual", headers, body });
  expect(saved.status).toBe(302);
  const flash = saved.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const Cookie = [by.cookie, ...flash].join("; ");
  const next = await fetch(office.url + saved.headers.get("Location"), { headers: { Referer, Cookie } });
  return next.text();
}

const nextIn = (html: string) =>
  plain(html)
    .match(/class="next-step">.*?<a href="([^"]+)">([^<]+)</)
    ?.slice(1);

/** Without what React puts between two pieces of text. */
const plain = (html: string) => html.replaceAll("<!-- -->", "");

test("after the first receipt no step follows a save", async () => {
  expect(nextIn(await pageAfter(client, "/settings/company", { name: "وكالة" }))).toBeUndefined();
});
