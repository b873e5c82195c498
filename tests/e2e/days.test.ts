import { expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { untilScripted, useBrowser } from "../support/browser";

/* A date's field beside the day in words: browsers differ in the order of a date's numbers. */

const office = fixture({ demo: true });
const browser = useBrowser(office);
const [login] = demoLogins;

test("a birthday that is typed day first in a browser with English menus is seen to be another day", async () => {
  const page = await browser.open({ login, locale: "en-US" });
  await page.goto("/customers/new");
  await untilScripted(page);
  const field = page.locator(".field:has([name=date_of_birth])");
  await field.locator("input").focus();
  await page.keyboard.type("15031985");
  const value = await field.locator("input").inputValue();
  expect(value).not.toBe("1985-03-15");
  await expect.poll(() => field.locator(".day-in-words").innerText()).toMatch(/^[35] \S+ \d{4}/);
  await field.locator("input").fill("1985-03-15");
  await expect.poll(() => field.locator(".day-in-words").innerText()).toBe("15 مارس 1985");
  await field.locator("input").fill("");
  await expect.poll(() => field.locator(".day-in-words").count()).toBe(0);
});

test("the dates that a passport's lines give are in words, too", async () => {
  const page = await browser.open({ login });
  await page.goto("/customers/new");
  await untilScripted(page);
  await page
    .locator("[name=mrz]")
    .fill("P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10");
  await expect
    .poll(() => page.locator(".field:has([name=date_of_birth]) .day-in-words").innerText())
    .toBe("12 أغسطس 1974");
});

test("without JavaScript a stored day is in words, in a form and in a filter, and runs from left to right", async () => {
  const page = await browser.open({ login, javaScript: false });
  const { id } = await office.knex("visas").orderBy("id").first("id");
  await office.knex("visas").where({ id }).update({ submission_date: "2026-08-05" });
  await page.goto(`/trips/visas/${id}/edit?from=2026-02-18`);
  const field = page.locator(".field:has([name=submission_date])");
  expect(await field.locator(".day-in-words").innerText()).toBe("5 أغسطس 2026 · 22 صفر 1448 هـ");
  const direction = (input: Element) => getComputedStyle(input).direction;
  expect(await field.locator("input").evaluate(direction)).toBe("ltr");
  const filter = page.locator("label:has([name=from])");
  expect(await filter.innerText()).toContain("(18 فبراير 2026)");
});
