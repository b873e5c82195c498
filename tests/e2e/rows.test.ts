import { beforeEach, expect, test } from "vitest";
import { holdBack, takeAction, untilScripted } from "../support/browser";
import { administrator } from "../support/database";
import { useOffice } from "../support/office";

/* A page has its rows as HTML alone, and its scripts leave them as they are (docs/decisions/drawing.md). */

const { office, client, browser } = useOffice();

beforeEach(async () => {
  await office.knex("suppliers").delete();
  await office.knex("suppliers").insert([
    { name: "مورد الوادي", phone: "0771", service_type: "hotels" },
    { name: "مورد الجبل", phone: "0772", service_type: "catering" },
  ]);
});

test("a page has a row once, its data for the browser too", async () => {
  const page = (await client.get("/suppliers")).body;
  const data = (await client.get("/suppliers.data")).body;
  expect([page, data].map((text) => text.split("مورد الوادي").length - 1)).toEqual([1, 1]);
});

test("a page that React cannot hydrate, since something else changed it, keeps its rows", async () => {
  const page = await browser.open({ login: administrator });
  const letGo = await holdBack(page, "**/assets/*.js");
  await page.goto("/suppliers");
  await page.evaluate(() => document.querySelector(".topbar")?.remove());
  letGo();
  await untilScripted(page);
  await page.locator(".topbar").waitFor({ state: "attached" }); // React has drawn the page anew
  expect(await page.locator("tbody th").allInnerTexts()).toEqual(["مورد الجبل", "مورد الوادي"]);
});

test.each(["wide", "phone"] as const)("scripts keep the rows and draw the next ones (%s)", async (screen) => {
  const page = await browser.signedIn("/suppliers", { screen });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  const names = () => page.locator("tbody th").allInnerTexts();
  const row = page.getByRole("row", { name: "مورد الوادي" });
  expect(await names()).toEqual(["مورد الجبل", "مورد الوادي"]);
  await page.evaluate(() => Reflect.set(window, "isSamePage", true));

  // The list below a dialog is drawn anew, and the focus goes back to the link that opened the dialog.
  await takeAction(row, "تعديل");
  await page.getByRole("dialog").getByLabel("اسم المورد").waitFor();
  expect(await names()).toEqual(["مورد الجبل", "مورد الوادي"]);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("تعديل");
  expect(await page.evaluate(() => document.activeElement?.checkVisibility())).toBe(true);

  await takeAction(row, "تعديل");
  await page.getByRole("dialog").getByLabel("اسم المورد").fill("مورد السهل");
  await page.getByRole("button", { name: "حفظ" }).click();
  await page.waitForURL("**/suppliers");
  await expect.poll(names).toEqual(["مورد الجبل", "مورد السهل"]);

  page.on("dialog", (dialog) => dialog.accept());
  await takeAction(page.getByRole("row", { name: "مورد الجبل" }), "حذف");
  await expect.poll(names).toEqual(["مورد السهل"]);

  await page.getByRole("searchbox", { name: "بحث بالاسم أو الهاتف أو البريد أو المسؤول" }).fill("لا أحد");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("tbody").count()).toBe(0);
  expect(await page.evaluate(() => Reflect.get(window, "isSamePage"))).toBe(true);
  expect(errors).toEqual([]);
});
