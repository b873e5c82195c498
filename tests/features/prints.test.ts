import type { Page } from "playwright";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { untilScripted, useBrowser } from "../support/browser";
import { makeCampaign, makeGroup } from "../support/factories";

/* Prints of several pages as Chromium's PDF: each page has its title and its number. */

const demo = fixture({ demo: true });
const browser = useBrowser(demo);

const open = async (path: string) => {
  const page = await browser.open({ login: demoLogins[0], javaScript: false });
  await page.goto(path);
  return page;
};

/** The PDF reader changes the order of Arabic words. */
async function pagesOf(path: string) {
  return textsOf(await open(path));
}

async function textsOf(page: Page) {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text.map((one) => one.normalize("NFKC"));
}

test.each([
  ["/trips/management/1/manifest", ["كشف", "الركاب", "رحلة", "نسائم"]],
  ["/financial/statements/cash-boxes/1/print?from=2026-01-01", ["كشف", "حساب", "صندوق", "2026-01-01"]],
  ["/reports/financial/print?report=cash&period=yearly", ["تقرير", "المقبوضات", "سنة"]],
  ["/campaigns/2/readiness/print", ["جاهزية", "الحملة"]],
])("%s tells on each page what it is, and which of how many", async (path, words) => {
  const pages = await pagesOf(path);
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, text] of pages.entries()) {
    const foot = text.split("\n").find((line) => line.includes("صفحة") && line.includes("·")) ?? "";
    for (const word of words)
      expect([path, index, foot]).toEqual([path, index, expect.stringContaining(word)]);
    const numbers = [String(index + 1), String(pages.length)];
    expect(foot).toMatch(new RegExp(`${numbers.join(" من ")}|${numbers.reverse().join(" من ")}`));
  }
});

test("who signs a statement signs its last rows, wherever its pages end", async () => {
  const page = await open("/financial/statements/customers/13/print");
  for (let above = 0; above < 260; above += 20) {
    await page.locator(".print-sheet table").evaluate((table, above) => {
      table.style.marginTop = `${above}mm`;
    }, above);
    const pages = await textsOf(page);
    const last = pages.at(-1);
    expect([above, last]).toEqual([above, expect.stringContaining("توقيع")]);
    expect([above, last]).toEqual([above, expect.stringMatching(/[CPR]V?-\d{4}-\d{5}/)]);
  }
});

test("no day at the foot of a page breaks", async () => {
  const [first = ""] = await pagesOf("/reports/financial/print?report=cash&period=weekly");
  const foot = first.split("\n").find((line) => line.includes("صفحة"));
  expect(foot?.match(/\d{4}-\d\d-\d\d/g)).toHaveLength(3);
});

test("the first page of a report has its first table", async () => {
  const [cash = ""] = await pagesOf("/reports/financial/print?report=cash&period=yearly");
  expect(cash.match(/\d[\d,]*\.\d\d/g)?.length).toBeGreaterThan(10);
  const [services = ""] = await pagesOf("/reports/administrative/print?report=services");
  const rows = services.slice(services.indexOf("كلالعقود")).match(/\d{3,}$/gm); // the numbers of a row stand together
  expect(rows?.length).toBeGreaterThan(2);
});

test("a year's months and their total stand on the first page of a report, and no page is empty", async () => {
  for (const report of ["cash", "contracts"]) {
    const pages = await pagesOf(`/reports/financial/print?report=${report}&period=yearly`);
    const months = pages[0]?.match(/\d{4}-(?:0[1-9]|1[0-2])(?!-)/g);
    expect(new Set(months).size).toBe(12);
    expect(pages[0]).toContain("المجموع");
    for (const text of pages) expect(text).toMatch(/\d\.\d\d/);
  }
});

test("the list of each hotel begins on a page of its own", async () => {
  const pages = await pagesOf("/trips/groups/1/rooms/print");
  const hotels = await demo.knex("rooms").where({ group_id: 1 }).distinct("hotel_id");
  const heads = pages.map((page) => page.match(/21\/14587|14587\/21/g)?.length ?? 0); // the office's register
  expect(Math.max(...heads)).toBe(1);
  expect(heads.filter(Boolean).length).toBeGreaterThanOrEqual(hotels.length);
});

test("a list of small rooms begins on the first page, below its head", async () => {
  const { knex } = demo;
  const campaign_id = await makeCampaign(knex, 60, []);
  const group_id = await makeGroup(knex, campaign_id, { capacity: 60 });
  const customers: number[] = await knex("customers").orderBy("id").limit(45).pluck("id");
  const membership = { group_id, campaign_id };
  await knex("group_members").insert(customers.map((customer_id) => ({ ...membership, customer_id })));
  const pages = () => pagesOf(`/trips/groups/${group_id}/rooms/print`);
  const rowsOn = (page: string) => page.match(/ذكر|أنثى/g)?.length ?? 0;
  for (const beds of [2, 3]) {
    await knex("rooms").where({ group_id }).delete();
    for (let from = 0; from < customers.length; from += beds) {
      const room = { group_id, name: `${101 + from}`, kind: "family", beds };
      const [{ id: room_id }] = await knex("rooms").insert(room).returning("id");
      const guests = customers.slice(from, from + beds);
      await knex("room_members").insert(guests.map((customer_id) => ({ group_id, customer_id, room_id })));
    }
    const [first = ""] = await pages();
    expect([beds, rowsOn(first) > 10]).toEqual([beds, true]);
  }
});

test.each([
  ["/campaigns/2/readiness/print", 277],
  ["/campaigns/3/readiness/print", 277],
  ["/trips/management/1/readiness/print", 277],
  ["/trips/groups/1/readiness/print", 277],
  ["/trips/management/1/manifest", 277],
  ["/trips/groups/1/rooms/print", 182],
  ["/reports/financial/print?report=cash&period=yearly", 182],
  ["/reports/administrative/print?report=services", 182],
])("%s is as wide as its paper, and names do not stand a word a line", async (path, millimetres) => {
  const page = await open(path);
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: Math.floor((millimetres / 25.4) * 96), height: 900 });
  const { wide, rows } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    rows: [...document.querySelectorAll("td")].map((cell) => cell.offsetHeight),
  }));
  expect(wide).toBe(0);
  expect(Math.max(...rows)).toBeLessThan(62); // three lines
});

test.each([true, false])(
  "an open form is printed whole, and without the list behind it (scripts: %s)",
  async (javaScript) => {
    const page = await browser.open({ login: demoLogins[0], javaScript });
    await page.goto("/customers/1/edit");
    if (javaScript) await untilScripted(page);
    const others = await page.locator("tbody tr th .name-link").allInnerTexts();
    expect(others.length).toBeGreaterThan(5);
    const text = (await textsOf(page)).join("\n");
    expect(text).toContain("العنوان");
    expect(text).toContain("PNG"); // of the last field's hint
    expect(text.match(/\+967/g)).toHaveLength(1);
  },
);

test("of the services of a package its printed form has those that are ticked, all of them, and nothing over its fields", async () => {
  const page = await open("/services/packages/1/edit");
  const picks = page.locator(".picks > *");
  const ticked = await picks.filter({ has: page.locator(":checked") }).count();
  expect(ticked).toBeGreaterThan(0);
  expect(await picks.count()).toBeGreaterThan(ticked);
  await page.emulateMedia({ media: "print" });
  expect(await picks.filter({ visible: true }).count()).toBe(ticked);
  const { overflow, position } = await page.evaluate(() => ({
    overflow: getComputedStyle(document.querySelector(".picks") as Element).overflowY,
    position: getComputedStyle(document.querySelector(".reckoning") as Element).position,
  }));
  expect([overflow, position]).toEqual(["visible", "static"]);
});

test("the company's form, which also takes a file, is printed with all of its terms", async () => {
  const page = await open("/settings/company");
  const terms = await page.locator("[name=contract_terms]").inputValue();
  const text = (await textsOf(page)).join("\n");
  expect(terms.length).toBeGreaterThan(500);
  for (const word of terms.trim().split(/\s+/).slice(-3))
    expect(text).toContain(word.replace(/[^\p{L}]/gu, ""));
});
