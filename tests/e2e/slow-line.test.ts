import type { Page } from "playwright";
import { beforeEach, expect, test } from "vitest";
import { fixture } from "../support/app";
import { holdBack, noteDialogs, picture, untilScripted, useBrowser } from "../support/browser";
import { administrator } from "../support/database";
import { followMenu } from "../support/menu";

/* On a slow connection a page's scripts load at the first touch, key or focus (docs/decisions/scripts.md). */

const office = fixture();
const browser = useBrowser(office, { isFirstVisit: true });
const scripts = "**/assets/*.js";

beforeEach(async () => {
  await office.knex("customers").delete();
  await office.knex("customers").insert([
    { name: "راحل", phone: "0777" },
    { name: "باق", phone: "0778" },
  ]);
});

/** Makes a page believe that its line is this one. */
const believe = (page: Page, connection: object | undefined) =>
  page.addInitScript((value) => Object.defineProperty(navigator, "connection", { value }), connection);

/** A page at rest on a slow line, with the scripts that it asked for. */
async function openSlow(path: string, isThrottled = false) {
  const page = await browser.open({ login: administrator });
  const asked: string[] = [];
  page.on("request", (request) => /\.js$/.test(request.url()) && asked.push(request.url()));
  if (isThrottled) {
    const devTools = await page.context().newCDPSession(page);
    const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
    await devTools.send("Network.emulateNetworkConditions", line);
  } else await believe(page, { effectiveType: "3g" });
  await page.goto(path, { waitUntil: "networkidle" });
  return { page, asked };
}

const namesOf = () => office.knex("customers").orderBy("id").pluck("name");

test.each<[string, (page: Page) => Promise<void>]>([
  ["touch", (page) => page.mouse.click(400, 60)],
  ["key", (page) => page.keyboard.press("Tab")],
  ["focus", (page) => page.getByRole("searchbox").first().focus()],
])("a page at rest has asked for no script; the first %s asks for them", async (_, act) => {
  const { page, asked } = await openSlow("/customers");
  expect(asked).toEqual([]);
  await act(page);
  await untilScripted(page);
  expect(asked.length).toBeGreaterThan(3);
});

test("after the login page the first script is a file that the browser has, and does the same", async () => {
  const page = await browser.open();
  await believe(page, { effectiveType: "3g" });
  await page.goto("/login?to=/customers", { waitUntil: "networkidle" });
  await page.getByLabel("اسم المستخدم").fill(administrator.username);
  await page.getByLabel("كلمة المرور").fill(administrator.password);
  await page.getByRole("button", { name: "تسجيل الدخول" }).click();
  await page.waitForURL("**/customers");
  await page.goto("/suppliers", { waitUntil: "networkidle" });
  const boot = page.locator("script[src*=boot]");
  expect(await boot.count()).toBe(1);
  const bytes = await boot.evaluate(({ src }: HTMLScriptElement) => {
    const [entry] = performance.getEntriesByName(src) as PerformanceResourceTiming[];
    return [entry?.transferSize, entry?.decodedBodySize];
  });
  expect(bytes).toEqual([0, expect.any(Number)]);
  expect(bytes[1]).toBeGreaterThan(1000);
  expect(await page.evaluate(() => "__remixRouter" in window)).toBe(false);
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => "__remixRouter" in window);
});

test("a link asks for no script", async () => {
  const { page, asked } = await openSlow("/customers");
  await followMenu(page, "الوكلاء والموردون", "الموردون");
  await page.waitForURL("**/suppliers");
  await page.getByRole("heading", { level: 1, name: "الموردون" }).waitFor();
  expect(asked).toEqual([]);
});

test("a field that a page focuses by itself asks for nothing", async () => {
  const { page, asked } = await openSlow("/agents/new");
  await page.locator("[name=name]:focus").waitFor();
  expect(asked).toEqual([]);
});

test("on another line, and where the browser tells nothing of it, the scripts come by themselves", async () => {
  const page = await browser.open({ login: administrator });
  await believe(page, undefined);
  await page.goto("/customers");
  await untilScripted(page);
});

test("a line that is to be spared is a slow one", async () => {
  const page = await browser.open({ login: administrator });
  await believe(page, { saveData: true, effectiveType: "4g" });
  await page.goto("/customers", { waitUntil: "networkidle" });
  await page.waitForTimeout(1_500); // longer than an idle page waits
  expect(await page.evaluate(() => localStorage.getItem("username"))).toBeNull();
});

test("the first keys in a type-ahead search once the scripts are there", async () => {
  const { page } = await openSlow("/contracts/new");
  await page.locator("[name=customer_query]").pressSequentially("راحل");
  await page.getByRole("option", { name: "راحل" }).click();
  expect(await page.locator("input[name=customer_id]").inputValue()).not.toBe("");
});

test("the first press on save waits for the scripts, saves once, and is told", async () => {
  const { page } = await openSlow("/customers/new", true);
  const form = page.locator("form#customer");
  await form.getByLabel("الاسم").fill("آتٍ");
  await form.getByLabel("رقم الهاتف").fill("0779");
  const save = form.getByRole("button", { name: "حفظ" });
  await save.click();
  await save.click({ force: true, noWaitAfter: true });
  await page.waitForURL("**/customers");
  await page.getByText("تمت إضافة العميل «آتٍ»").first().waitFor();
  expect(await namesOf()).toEqual(["راحل", "باق", "آتٍ"]);
});

test("a form whose scripts stay away is sent without them, and the toast of its answer needs none", async () => {
  const page = await browser.open({ login: administrator });
  await holdBack(page, scripts);
  await page.goto("/customers/new");
  const form = page.locator("form#customer");
  await form.getByLabel("الاسم").fill("آتٍ");
  await form.getByLabel("رقم الهاتف").fill("0779");
  await form.getByRole("button", { name: "حفظ" }).click();
  await page.waitForURL("**/customers");
  const toast = page.locator(".notice", { hasText: "آتٍ" });
  await toast.waitFor();
  await picture(page, "slow-line-toast");
  const { x, width } = (await toast.boundingBox()) ?? { x: 0, width: 0 };
  expect([Math.round(x + width), width]).toEqual([1280 - 15 * 15 - 24, 356]);
  await expect.poll(() => toast.isVisible()).toBe(false);
  expect(await namesOf()).toEqual(["راحل", "باق", "آتٍ"]);
});

test("the first press on a step that scripts do by themselves is done by them, once", async () => {
  const { page } = await openSlow("/services/packages/new");
  const add = page.getByRole("button", { name: "إضافة إقامة" });
  const stays = page.locator(".stays li");
  const count = await stays.count();
  await add.click();
  await expect.poll(() => stays.count()).toBe(count + 1);
  await page.waitForTimeout(300);
  expect([await stays.count(), new URL(page.url()).pathname]).toEqual([count + 1, "/services/packages/new"]);
});

test("the first press on «حذف» asks by a page, and deletes once", async () => {
  const { page } = await openSlow("/customers");
  await page.getByRole("row", { name: "راحل" }).getByText("حذف").click();
  await page.getByText("هل أنت متأكد من حذف العميل «راحل»؟").waitFor();
  expect(await namesOf()).toEqual(["راحل", "باق"]);
  await page.getByRole("button", { name: "تأكيد الحذف" }).click();
  await page.getByRole("row", { name: "راحل" }).waitFor({ state: "detached" });
  await page.getByRole("row", { name: "باق" }).waitFor();
  expect(await namesOf()).toEqual(["باق"]);
});

test("on another line a press on «حذف» waits for the scripts, which ask", async () => {
  const page = await browser.open({ login: administrator });
  const letGo = await holdBack(page, scripts);
  await page.goto("/customers");
  await page.getByRole("row", { name: "راحل" }).getByText("حذف").click();
  letGo();
  await page.getByRole("button", { name: "تأكيد الحذف" }).click();
  await page.getByRole("row", { name: "راحل" }).waitFor({ state: "detached" });
  expect([new URL(page.url()).pathname, await namesOf()]).toEqual(["/customers", ["باق"]]);
});

test("Ctrl and a click on «حذف» opens its page in a tab of its own, and asks nothing here", async () => {
  const page = await browser.open({ login: administrator });
  const letGo = await holdBack(page, scripts);
  await page.goto("/customers");
  const tab = page.context().waitForEvent("page");
  await page
    .getByRole("link", { name: "حذف" })
    .first()
    .click({ modifiers: ["Control"] });
  await (await tab).waitForURL("**/delete");
  letGo();
  await untilScripted(page);
  expect(await page.locator("[data-sonner-toast]").count()).toBe(0);
});

test("typed values are asked about before the scripts are there", async () => {
  const page = await browser.open({ login: administrator });
  await holdBack(page, scripts);
  await page.goto("/suppliers/new");
  const dialogs = noteDialogs(page);
  await page.locator("form#supplier").getByLabel("اسم المورد").pressSequentially("غال");
  await page.getByRole("link", { name: "إلغاء" }).click({ noWaitAfter: true });
  await expect.poll(() => dialogs).toEqual(["beforeunload"]);
  expect(new URL(page.url()).pathname).toBe("/suppliers/new");
});

test("a form that came back refused is asked about, too; a question that was refused is not", async () => {
  const { page } = await openSlow("/suppliers/new");
  await holdBack(page, scripts);
  const dialogs = noteDialogs(page);
  await page.locator("form#supplier").evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.getByRole("button", { name: "حفظ" }).click(); // nothing is typed: the browser sends it
  await page.locator("[role=alert]").first().waitFor();
  await page.getByRole("link", { name: "إلغاء" }).click({ noWaitAfter: true });
  await expect.poll(() => dialogs).toEqual(["beforeunload"]);

  const { id } = await office.knex("customers").where({ name: "باق" }).first("id");
  const question = await openSlow(`/customers/${id}/delete`);
  const asked = noteDialogs(question.page);
  await office.knex("customers").where({ id }).delete();
  await question.page.getByRole("button", { name: "تأكيد الحذف" }).click();
  await question.page.getByText("غير موجود").first().waitFor();
  await question.page.goto("/customers");
  expect(asked).toEqual([]);
});

test("a shortcut that was pressed before the scripts came is done, with what was typed after it", async () => {
  const { page } = await openSlow("/suppliers");
  const letGo = await holdBack(page, scripts);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("راح");
  letGo();
  const dialog = page.getByRole("dialog", { name: "البحث في السجلات" });
  await dialog.getByText("راحل").waitFor();
  await page.keyboard.type("ل");
  expect(await dialog.getByRole("combobox").inputValue()).toBe("راحل");
});

test("a form in which nothing was typed does not wait for the scripts", async () => {
  const [first] = await office.knex("customers").orderBy("id").pluck("id");
  const { page } = await openSlow(`/customers/${first}/delete`);
  await holdBack(page, scripts);
  await page.getByRole("button", { name: "تأكيد الحذف" }).click();
  await page.waitForURL("**/customers");
  expect(await namesOf()).toEqual(["باق"]);
});

test("a search whose field the user has left shows nothing until the user comes back", async () => {
  const { page } = await openSlow("/financial/receipts/new");
  const letGo = await holdBack(page, scripts);
  const search = page.locator("[name=customer_query]");
  await search.pressSequentially("راحل");
  await page.locator("[name=amount]").focus();
  const answer = page.waitForResponse((response) => response.url().includes("/api/customers/search"));
  letGo();
  await answer;
  await page.waitForTimeout(100);
  expect(await page.getByRole("option", { name: "راحل" }).count()).toBe(0);
  await search.focus();
  await page.getByRole("option", { name: "راحل" }).waitFor();
});

test("the menu shows the present item from the start", async () => {
  const { page } = await openSlow("/reports/administrative");
  const item = page.locator(".menu-groups [aria-current]");
  const before = await item.boundingBox();
  expect(before?.y).toBeLessThan(800);
  await page.keyboard.press("Tab");
  await untilScripted(page);
  expect(await item.boundingBox()).toEqual(before);
});

test("a page to be printed opens the print dialog without further scripts", async () => {
  await office.knex("company_info").update({ name: "الوكالة" });
  const { page, asked } = await openSlow("/financial/debts/customers/print");
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await page.reload({ waitUntil: "networkidle" });
  await page.locator("html[data-printed]").waitFor();
  expect(asked).toEqual([]);
  await page.evaluate(() => document.documentElement.removeAttribute("data-printed"));
  await page.getByRole("button", { name: "طباعة" }).click();
  await page.locator("html[data-printed]").waitFor();
});
