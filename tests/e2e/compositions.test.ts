import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { holdBack, untilScripted, useBrowser } from "../support/browser";
import { administrator } from "../support/database";
import { makeCustomer } from "../support/factories";

/* Enter that ends a composition is the writing system's key: it chooses nothing, sends nothing, and runs no shortcut. */

const office = fixture();
const browser = useBrowser(office);

beforeEach(async () => {
  await office.knex("customers").delete();
  await makeCustomer(office.knex, { name: "راحل" });
});

type Key = {
  isComposing?: boolean;
  keyCode?: number;
  key?: string;
  code: string;
  ctrlKey?: boolean;
  altKey?: boolean;
};

/** Presses a key during a composition: as most browsers tell it, and as WebKit does after the composition has ended. */
const compose = (page: Page, how: Key) =>
  page.evaluate((init) => {
    const event = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...init });
    return document.activeElement?.dispatchEvent(event) ?? false;
  }, how);

describe.each<[string, Key]>([
  ["isComposing", { isComposing: true, code: "Enter" }],
  ["key code 229", { keyCode: 229, code: "Enter" }],
])("a key with %s", (_, how) => {
  test("chooses no customer, which the same key does afterwards", async () => {
    const page = await browser.signedIn("/financial/receipts/new");
    const search = page.locator("[name=customer_query]");
    await search.fill("راحل");
    await page.getByRole("option", { name: "راحل" }).waitFor();
    await compose(page, how);
    await compose(page, { ...how, key: "ArrowDown" });
    await compose(page, { ...how, key: "Escape" });
    await page.getByRole("option", { name: "راحل" }).waitFor();
    const chosen = page.locator("input[name=customer_id]:not([value=''])");
    expect(await chosen.count()).toBe(0);
    await search.press("Enter");
    await page.getByRole("option", { name: "راحل" }).waitFor({ state: "detached" });
    await chosen.waitFor({ state: "attached" });
  });

  test("makes no search of a form, and lets the browser send none", async () => {
    const page = await browser.signedIn("/customers/new");
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await page.locator("#customer").getByLabel("جنسيات أخرى").focus();
    expect(await compose(page, how)).toBe(false); // without its default there is no implicit sending
    await page.locator("#customer textarea").first().focus();
    expect(await compose(page, how)).toBe(true);
    await page.waitForLoadState("networkidle");
    expect(posts).toEqual([]);
  });

  test.each([true, false])("runs no shortcut (scripts %s)", async (hasScripts) => {
    const page = await browser.open({ login: administrator });
    if (!hasScripts) await holdBack(page, "**/assets/entry.client-*.js");
    await page.goto("/suppliers");
    if (hasScripts) await untilScripted(page);
    await compose(page, { ...how, code: "KeyK", key: "ن", ctrlKey: true });
    await compose(page, { ...how, code: "KeyN", key: "ى", altKey: true });
    expect(await page.evaluate(() => document.activeElement?.closest(".search-head"))).toBeNull();
    await page.waitForTimeout(300);
    expect([new URL(page.url()).pathname, await page.getByRole("dialog").count()]).toEqual(["/suppliers", 0]);
  });
});
