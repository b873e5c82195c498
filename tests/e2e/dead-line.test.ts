import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { connectionLost } from "~/ui/page/post";
import { fixture } from "../support/app";
import { holdBack, picture, takeAction, untilScripted, useBrowser } from "../support/browser";
import { administrator } from "../support/database";
import { followMenu } from "../support/menu";

/* Only a request shows whether the server answers. While it does not, the page stays as it is, and says so. */

const office = fixture();
const browser = useBrowser(office, { isFirstVisit: true });

beforeEach(async () => {
  await office.knex("customers").delete();
  await office.knex("customers").insert({ name: "راحل", phone: "0777" });
});

const open = (path: string, screen: "wide" | "phone" = "wide") => browser.signedIn(path, { screen });

/** Makes every page of a context believe that it is offline, as behind a VPN. */
const believeOffline = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(Navigator.prototype, "onLine", { get: () => false }));

const told = (page: Page) => page.getByText(connectionLost).first();

test("nothing in the office asks the browser whether it is online", () => {
  const app = join(import.meta.dirname, "../../app");
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.[jt]sx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => /\bonLine\b/.test(readFileSync(join(app, file), "utf8")))).toEqual([]);
});

describe("a browser that takes itself for offline, while the server answers,", () => {
  async function openOffline(path: string) {
    const page = await browser.open();
    await believeOffline(page);
    await page.goto(`/login?to=${encodeURIComponent(path)}`);
    await page.getByLabel("اسم المستخدم").fill(administrator.username);
    await page.getByLabel("كلمة المرور").fill(administrator.password);
    await page.getByRole("button", { name: "تسجيل الدخول" }).click();
    await page.waitForURL(`**${path}`);
    return page;
  }

  test("logs in, follows links, opens dialogs, finds and deletes", async () => {
    const page = await openOffline("/customers");
    await untilScripted(page);
    await takeAction(page.getByRole("row", { name: "راحل" }), "تعديل");
    await page.getByRole("dialog", { name: "تعديل العميل" }).waitFor();
    await page.getByRole("link", { name: "إلغاء" }).click();
    await followMenu(page, "الوكلاء والموردون", "الموردون");
    await page.getByRole("heading", { level: 1, name: "الموردون" }).waitFor();
    await page.getByRole("searchbox", { name: "إيجاد سجل" }).fill("راحل");
    await page.getByRole("button", { name: "إيجاد" }).click();
    await page.waitForURL("**/search?*");
    expect(await told(page).count()).toBe(0);
  });

  test("follows links and sends forms before the scripts run", async () => {
    const page = await openOffline("/customers");
    await holdBack(page, "**/assets/entry.client-*.js");
    await page.goto("/customers/new");
    await page.locator("#customer [name=name]").fill("آتٍ");
    await page.locator("#customer [name=phone]").fill("0779");
    await page.locator("#customer").getByRole("button", { name: "حفظ" }).click();
    await page.waitForURL("**/customers");
    await followMenu(page, "الوكلاء والموردون", "الموردون");
    await page.waitForURL("**/suppliers");
    expect(await office.knex("customers").orderBy("id").pluck("name")).toEqual(["راحل", "آتٍ"]);
  });
});

describe.each(["wide", "phone"] as const)("on a dead line (%s)", (screen) => {
  const ways: [string, string, (page: Page) => Promise<unknown>][] = [
    [
      "a link whose page has scripts of its own",
      "/customers",
      (page) => page.locator(".menu a[href='/trips/management']").dispatchEvent("click"),
    ],
    [
      "a link to a dialog",
      "/customers",
      (page) => page.getByRole("link", { name: "إضافة عميل" }).first().click(),
    ],
    ["a filter", "/customers", (page) => page.locator("form.filters").getByRole("button").click()],
    [
      "the search of the page's head",
      "/suppliers",
      (page) => page.locator("form.search-head").evaluate((form: HTMLFormElement) => form.requestSubmit()),
    ],
    ["a key", "/customers", (page) => page.keyboard.press("Alt+n")],
  ];
  test.each(ways)("%s leaves the page as it is, and is done once the line is back", async (_, path, go) => {
    const page = await open(path, screen);
    await page.waitForLoadState("networkidle");
    const filter = page.locator("form.filters input").first();
    await filter.fill("ما كتب");
    await page.context().setOffline(true);
    await go(page);
    await told(page).waitFor();
    await picture(page, `dead-line/${screen}`);
    expect([new URL(page.url()).pathname, await filter.inputValue()]).toEqual([path, "ما كتب"]);
    const before = page.url();
    await page.context().setOffline(false);
    await expect.poll(() => page.url()).not.toBe(before);
    await page.locator(".progress[data-busy]").waitFor({ state: "detached" });
  });
});

describe("a form that the browser sends by itself stays on a dead line, and is sent once the line is back:", () => {
  test("the logout", async () => {
    const page = await open("/suppliers");
    await page.waitForLoadState("networkidle");
    const leave = page.getByRole("button", { name: "تسجيل الخروج" }).last();
    await page.context().setOffline(true);
    await leave.evaluate((button: HTMLButtonElement) => button.click());
    await told(page).waitFor();
    expect(new URL(page.url()).pathname).toBe("/suppliers");
    await page.context().setOffline(false);
    await leave.evaluate((button: HTMLButtonElement) => button.click());
    await page.waitForURL("**/login**");
  });

  test("a file to import, with its file", async () => {
    const page = await open("/customers/import");
    await page.waitForLoadState("networkidle");
    const file = page.locator("input[type=file]");
    await file.setInputFiles({
      name: "a.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("الاسم,الهاتف\nسعاد,0551"),
    });
    const send = page.getByRole("button", { name: /رفع الملف/ });
    await page.context().setOffline(true);
    await send.click();
    await told(page).waitFor();
    expect(await file.evaluate((input: HTMLInputElement) => input.files?.[0]?.name)).toBe("a.csv");
    await page.context().setOffline(false);
    await send.click();
    await page.waitForURL("**/customers/import/*");
  });
});

test("a form whose user leaves it stays with what was typed", async () => {
  const page = await open("/customers/new");
  await page.waitForLoadState("networkidle");
  const name = page.locator("#customer [name=name]");
  await name.fill("لم يحفظ");
  page.on("dialog", (dialog) => dialog.accept());
  await page.context().setOffline(true);
  await page.locator(".menu a[href='/suppliers']").dispatchEvent("click");
  await told(page).waitFor();
  await picture(page, "dead-line/form");
  expect(await told(page).evaluate((element) => element.closest("dialog:modal") !== null)).toBe(true);
  expect([new URL(page.url()).pathname, await name.inputValue()]).toEqual(["/customers/new", "لم يحفظ"]);
});

test("what is searched while typing on a dead line leaves the page, too", async () => {
  const page = await open("/suppliers");
  await page.context().setOffline(true);
  await page.evaluate(() => {
    const router = Reflect.get(window, "__remixRouter");
    router.fetch("search", "root", "/suppliers?search=x");
  });
  await told(page).waitFor();
  expect(await page.getByRole("heading", { level: 1, name: "الموردون" }).count()).toBe(1);
});

test("a link to a page whose scripts the server no longer has leads there by itself", async () => {
  const page = await open("/customers");
  await page.waitForLoadState("networkidle");
  await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404 }));
  await page.locator(".menu summary", { hasText: "الرحلات" }).click();
  await page.locator(".menu a[href='/trips/management']").click();
  await page.waitForURL("**/trips/management");
  await picture(page, "dead-line/gone-scripts");
  await page.getByRole("heading", { level: 1 }).waitFor();
});

test("before the scripts run, a line that dies while they load is told, and the form has what was typed", async () => {
  const page = await browser.open({ login: administrator });
  await holdBack(page, "**/assets/*.js"); // they neither come nor fail
  await page.goto("/suppliers/new");
  const form = page.locator("form#supplier");
  await form.getByLabel("اسم المورد").fill("غال");
  await form.getByLabel("رقم الهاتف").fill("0770");
  await page.context().setOffline(true);
  await form.getByRole("button", { name: "حفظ" }).click();
  await told(page).waitFor();
  await picture(page, "dead-line/before-scripts");
  expect(await form.getByLabel("اسم المورد").inputValue()).toBe("غال");
  await page.context().setOffline(false);
  await form.getByRole("button", { name: "حفظ" }).click();
  await page.waitForURL("**/suppliers");
  expect(await office.knex("suppliers").pluck("name")).toEqual(["غال"]);
});
