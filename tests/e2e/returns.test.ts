import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { logIn, useBrowser } from "../support/browser";
import { createUser } from "../support/users";

/* A page that Back takes from the browser's memory is shown to its user alone. */

const office = fixture();
const browser = useBrowser(office);

beforeEach(async () => {
  await office.knex("customers").delete();
  await office.knex("customers").insert({ name: "راحل", phone: "0777" });
});

/** What a browser does when it shows a page as it was left. */
const comeBack = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

describe.each(["/customers", "/financial/debts/customers/print"])("%s", (path) => {
  test("shows nothing after the logout, and leads to the login", async () => {
    const page = await browser.signedIn("/customers");
    await page.goto(path);
    await page.waitForFunction(() => "__remixRouter" in window);
    await page.request.post(`${office.url}/api/auth/logout`);
    await comeBack(page);
    await page.waitForURL(/\/login\?to=/);
    expect(await page.getByText("راحل").count()).toBe(0);
  });

  test("is there as it was while the session is", async () => {
    const page = await browser.signedIn("/customers");
    await page.goto(path);
    await page.waitForFunction(() => "__remixRouter" in window);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await comeBack(page);
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).visibility)).toBe("visible");
    expect(await page.evaluate(() => "isSame" in window)).toBe(true);
  });
});

test("a page of another user is loaded anew", async () => {
  const other = await createUser(office.knex, "another", ["manage_suppliers"]);
  const page = await browser.signedIn("/customers");
  await logIn(page.context(), other);
  await comeBack(page);
  await page.getByText("غير مصرح").first().waitFor();
  expect(await page.getByText("راحل").count()).toBe(0);
});

test("while the server does not answer, nothing of it is to be seen", async () => {
  const page = await browser.signedIn("/customers");
  await page.context().setOffline(true);
  await comeBack(page);
  await page.getByText("انقطع الاتصال بالخادم").waitFor();
  expect(await page.getByRole("heading", { name: "العملاء" }).first().isVisible()).toBe(false);
  await page.context().setOffline(false);
  await expect.poll(() => page.getByRole("heading", { name: "العملاء" }).first().isVisible()).toBe(true);
});
