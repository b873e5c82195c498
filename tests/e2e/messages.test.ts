import type { Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectionLost } from "~/ui/page/post";
import { makeCurrency, makeCustomer } from "../support/factories";
import { useLine } from "../support/line";
import { followMenu } from "../support/menu";
import { useOffice } from "../support/office";

/* The message of a save is shown once, in the tab that saved, also if the line dies meanwhile (docs/decisions/messages.md). */

const { office, client, browser } = useOffice({ isFirstVisit: true });
const line = useLine(office);
let customerId: number;

beforeAll(async () => {
  await makeCurrency(office.knex, "USD", "1", { is_default: true });
  await client.post("/api/cash-boxes", { name: "الصندوق", currency_code: "USD" });
  customerId = await makeCustomer(office.knex, { name: "دافع" });
});

beforeEach(async () => {
  line.mend();
  await office.knex("receipt_vouchers").delete();
  await office.knex("suppliers").delete();
});

const sentence = "تم تسجيل سند القبض";
const told = (page: Page) => page.getByText(sentence);

const list = /^\/financial\/receipts(\.data)?(\?|$)/;

/** The list cannot be had after the save: with scripts the form stays and says so, without them there is the browser's own page. */
const lost = (page: Page, javaScript = true) =>
  javaScript
    ? page.getByText(connectionLost).first().waitFor()
    : expect.poll(() => page.url()).toContain("chrome-error:");

async function fillVoucher(page: Page) {
  await page.locator("[name=amount]").fill("12.50");
  await page.locator("[name=description]").fill("دفعة أولى");
  await page.locator("[name=cash_box_id]").selectOption({ label: "الصندوق (USD)" });
}
const form = () => `/financial/receipts/new?customer=${customerId}`;
const save = (page: Page) => page.getByRole("button", { name: "تسجيل السند" }).click({ noWaitAfter: true });
const saved = () =>
  expect.poll(() => office.knex("receipt_vouchers").count().first()).toEqual({ count: "1" });

describe.each([true, false])("a voucher, JavaScript %s", (javaScript) => {
  const open = (path: string) => browser.signedIn(path, { baseURL: line.url, javaScript });

  test("no other tab takes its message, whatever it loads", async () => {
    const page = await open(form());
    const other = await page.context().newPage();
    await other.goto("/financial/receipts");
    await fillVoucher(page);
    line.cut(list);
    await save(page);
    await saved();
    await lost(page, javaScript);
    line.mend();
    for (const path of ["/", "/financial/receipts", form(), "/customers"]) {
      const answer = await page.context().request.get(path); // with the browser's cookies
      expect([path, answer.status(), (await answer.text()).includes(sentence)]).toEqual([path, 200, false]);
    }
    await other.goto("/financial/receipts");
    expect(await told(other).count()).toBe(0);
    await other.reload();
    expect(await told(other).count()).toBe(0);
    if (!javaScript) await page.reload();
    await told(page).first().waitFor();
    expect(page.url()).toBe(`${line.url}/financial/receipts`);
    if (!javaScript) {
      await page.reload();
      expect(await told(page).count()).toBe(0);
    }
  });

  test("two tabs that save have each its own", async () => {
    const page = await open(form());
    const second = await page.context().newPage();
    await second.goto("/suppliers/new");
    await second.locator("#supplier [name=name]").fill("مورد");
    await second.locator("#supplier [name=phone]").fill("0777");
    await fillVoucher(page);
    line.cut(list);
    await save(page);
    await saved();
    await second.getByRole("button", { name: "حفظ", exact: true }).click();
    await second.getByText("تمت إضافة المورد").first().waitFor();
    expect(await told(second).count()).toBe(0);
    line.mend();
    if (!javaScript) await page.reload();
    await told(page).first().waitFor();
    expect(await page.getByText("تمت إضافة المورد").count()).toBe(0);
  });
});

test("the form's page that is loaded again says that it was saved", async () => {
  const page = await browser.signedIn(form(), { baseURL: line.url });
  await fillVoucher(page);
  line.cut(list);
  await save(page);
  await saved();
  await lost(page);
  await page.goto("about:blank");
  line.mend();
  await page.goto(form());
  await told(page).first().waitFor();
  await page.goto("/financial/receipts");
  expect(await told(page).count()).toBe(0);
});

test("a message waits longer than a minute", async () => {
  const answer = await client.submit("/suppliers/new", { name: "مورد", phone: "0777" });
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(Number(cookie.match(/Max-Age=(\d+)/)?.[1])).toBeGreaterThan(60 * 60);
});

describe("a screen whose script cannot be had", () => {
  const agents = /\/assets\/list-[\w-]+\.js$/;

  const open = async (path: string) => {
    const page = await browser.signedIn(path, { baseURL: line.url });
    await page.waitForLoadState("networkidle");
    return page;
  };
  const toAgents = (page: Page) => followMenu(page, "الوكلاء والموردون", "الوكلاء");

  test.each([
    ["its script", /\/assets\/|\.data|\/healthz/],
    ["its description", /__manifest|\/assets\/|\.data|\/healthz/],
  ])("leaves the page without %s, says so, and is shown as soon as the line is back", async (what, dead) => {
    if (what === "its description") line.cut(/__manifest/);
    const page = await open("/settings/company");
    await page.locator("[name=name]").first().waitFor();
    line.cut(dead);
    await toAgents(page);
    await page.getByText(connectionLost).first().waitFor();
    expect(page.url()).toBe(`${line.url}/settings/company`);
    expect(await page.locator("form#company").count()).toBe(1);
    line.mend();
    await page.waitForURL("**/agents");
    await page.getByRole("heading", { name: "الوكلاء" }).first().waitFor();
  });

  test("leaves the user free to go elsewhere meanwhile", async () => {
    const page = await open("/customers");
    await page.getByRole("link", { name: "إضافة عميل" }).first().click();
    await page.locator("#customer").waitFor();
    await page.waitForLoadState("networkidle");
    line.cut(/\/assets\/|agents\.data|\/healthz/);
    await page.getByRole("link", { name: "إغلاق" }).click();
    await page.waitForURL("**/customers");
    await toAgents(page);
    await page.getByText(connectionLost).first().waitFor();
    await page.getByRole("link", { name: "إضافة عميل" }).first().click();
    await page.locator("#customer").waitFor();
    line.mend();
    await page.waitForTimeout(2_500);
    expect(page.url()).toBe(`${line.url}/customers/new`);
  });

  test("of a new version is had by loading the whole page", async () => {
    const page = await open("/customers");
    await page.route(agents, (route) => route.fulfill({ status: 404 }));
    await toAgents(page);
    await page.waitForURL("**/agents");
    await page.getByRole("heading", { name: "الوكلاء" }).first().waitFor();
  });

  test("after a save is fetched with the form", async () => {
    const page = await open(form());
    await fillVoucher(page);
    await page.locator("[name=amount]").focus();
    await page.waitForLoadState("networkidle");
    line.cut(/\/assets\/|\/healthz/);
    await save(page);
    await page.waitForURL("**/financial/receipts");
    await told(page).first().waitFor();
    expect(await page.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(1);
  });
});
