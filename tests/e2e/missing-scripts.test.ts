import { beforeEach, describe, expect, test } from "vitest";
import { connectionLost } from "~/ui/page/post";
import { fixture } from "../support/app";
import { noteDialogs, takeAction, useBrowser } from "../support/browser";
import { administrator } from "../support/database";

/* Scripts that cannot be had: what a page does without them (docs/decisions/scripts.md). */

const office = fixture();
const browser = useBrowser();
const scripts = "**/assets/*.js";

beforeEach(async () => {
  await office.knex("customers").delete();
  await office.knex("suppliers").delete();
  await office.knex("customers").insert({ name: "راحل", phone: "0777" });
});

test("a dead line is told at the first press, and nothing typed is lost", async () => {
  const page = await browser.open({ baseURL: office.url, login: administrator });
  const lost = /\/assets\/.*\.js$|\/healthz$/;
  await page.route(lost, (route) => route.abort());
  await page.goto("/suppliers/new");
  const told = page.getByRole("alert").getByText(connectionLost);
  const form = page.locator("form#supplier");
  await form.getByLabel("اسم المورد").fill("غال");
  await form.getByLabel("رقم الهاتف").fill("0770");
  await form.getByRole("button", { name: "حفظ" }).click();
  await told.waitFor(); // the scripts cannot be fetched
  await page.context().setOffline(true);
  for (const act of [
    () => page.getByRole("link", { name: "إلغاء" }).click(),
    () => page.locator("form.search-head").evaluate((search: HTMLFormElement) => search.requestSubmit()),
    () => form.getByRole("button", { name: "حفظ" }).click(),
  ]) {
    await page.mouse.click(5, 5);
    await told.waitFor({ state: "hidden" });
    await act();
    await told.waitFor();
  }
  expect(new URL(page.url()).pathname).toBe("/suppliers/new");
  expect(await form.getByLabel("اسم المورد").inputValue()).toBe("غال");

  await page.context().setOffline(false);
  await page.unroute(lost);
  await form.getByRole("button", { name: "حفظ" }).click();
  await page.waitForURL("**/suppliers");
  expect(await office.knex("suppliers").pluck("name")).toEqual(["غال"]);
});

describe("scripts that the server no longer has", () => {
  async function withoutScripts(path: string) {
    const page = await browser.open({ baseURL: office.url, login: administrator });
    let asked = 0;
    await page.route(scripts, (route) => {
      asked++;
      return route.fulfill({ status: 404 });
    });
    await page.goto(path);
    return { page, dialogs: noteDialogs(page), asked: () => asked };
  }

  test("a form is sent without them", async () => {
    const { page, dialogs } = await withoutScripts("/suppliers/new");
    const form = page.locator("form#supplier");
    await form.getByLabel("اسم المورد").fill("غال");
    await form.getByLabel("رقم الهاتف").fill("0770");
    await form.getByRole("button", { name: "حفظ" }).click();
    await page.waitForURL("**/suppliers");
    expect([dialogs, await office.knex("suppliers").pluck("name")]).toEqual([[], ["غال"]]);
  });

  test("«حذف» asks by a page", async () => {
    const { page, dialogs } = await withoutScripts("/customers");
    await takeAction(page.getByRole("row", { name: "راحل" }), "حذف");
    await page.waitForURL("**/delete");
    expect(dialogs).toEqual([]);
  });

  test("are not asked for at every key", async () => {
    const { page, asked } = await withoutScripts("/suppliers/new");
    await page.locator("#supplier [name=name]").pressSequentially("اسم طويل جدا لمورد");
    await page.waitForTimeout(300);
    expect(asked()).toBeLessThan(25); // each file once or twice
    expect(await page.locator("link[rel=modulepreload]").count()).toBeLessThan(25);
  });
});
