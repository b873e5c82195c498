import type { Page } from "playwright";
import { expect, test } from "vitest";
import { later } from "~/domain/dates";
import { formatAmount } from "~/domain/money";
import { pickCustomer, picture, takeAction, untilScripted, useBrowser } from "../support/browser";
import { administrator } from "../support/database";
import { inCash, makeAccount, makeCampaign, makeCustomer } from "../support/factories";
import { today } from "../support/fees";
import { useOffice } from "../support/office";
import { tablesOf } from "../support/reports-administrative";
import { doubles, roomsAndAgesOf } from "../support/rooms-and-ages";

/*
 * A seller's day by screens alone: a family of six is sold rooms and ages, half of it goes on another date, one cancels by the calendar's fee, and
 * held seats become contracts. The figures are computed by hand.
 */

const { office, client } = useOffice();
const browser = useBrowser(office);
const { ids, withGrid, seatsOf } = roomsAndAgesOf(office, client);

const born = (years: number) => later(today, -365 * years - 100);
const members = [
  ["أب", 40],
  ["أم", 35],
  ["ابن", 9],
  ["بنت", 7],
  ["صغير", 4],
  ["رضيع", 1],
] as const;

/** A day of sale in a campaign of two cities and in a later one, with people whose names no other day has. */
async function prepare(day: string) {
  const grid = {
    stays: [
      { hotel_id: ids.makkah, nights: 6 },
      { hotel_id: ids.madinah, nights: 4 },
    ],
  };
  const first = await withGrid(grid);
  const prices = doubles.map((cell) => ({ ...cell, amount: cell.amount + 100 }));
  const second = await withGrid({ ...grid, prices });
  const names = { first: `الأولى ${day}`, second: `الثانية ${day}` };
  const campaign = (name: string, package_id: number, ahead: number) =>
    makeCampaign(office.knex, 12, [package_id], {
      name,
      start_date: later(today, ahead),
      end_date: later(today, ahead + 10),
    });
  const campaigns = [
    await campaign(names.first, first.id, 20),
    await campaign(names.second, second.id, 80),
  ] as const;
  const fee_lines = [
    { days: 60, kind: "percent", amount: 10 },
    { days: 30, kind: "percent", amount: 25 },
  ];
  expect((await client.put(`/api/campaigns/${campaigns[0]}`, { fee_lines })).status).toBe(200);
  const family = await Promise.all(
    members.map(async ([name, age]) => {
      const called = `${name} ${day}`;
      return {
        name: called,
        id: await makeCustomer(office.knex, { name: called, date_of_birth: born(age) }),
      };
    }),
  );
  const others = await Promise.all(
    ["أول", "ثان", "ثالث", "رابع", "خامس"].map(async (name) => {
      const called = `${name} ${day}`;
      return { name: called, id: await makeCustomer(office.knex, { name: called, date_of_birth: born(30) }) };
    }),
  );
  return { names, campaigns, family, others, price: first.total_price as number };
}

/** Ticks the companions of a contract's form. */
async function pickCompanions(page: Page, names: string[], javaScript: boolean) {
  const form = page.locator("form[id]");
  const box = page.locator("[name=companions_query]");
  if (!(await box.isVisible())) await page.getByText("أفراد آخرون من العائلة").click();
  for (const name of names) {
    await box.fill("");
    if (javaScript) {
      await box.pressSequentially(name);
      await page.getByRole("option", { name }).click();
    } else {
      await box.fill(name);
      await form.locator("button[name=intent][value=companions]").click();
    }
    await page.getByRole("checkbox", { name }).check();
  }
}

test.each([
  ["wide", true],
  ["phone", true],
  ["wide", false],
  ["phone", false],
] as const)("a family, a move, a cancelling and a hold (%s, JavaScript %s)", async (screen, javaScript) => {
  const { names, campaigns, family, others, price } = await prepare(
    `${screen === "wide" ? "عريض" : "هاتف"} ${javaScript ? "أ" : "ب"}`,
  );
  const box = await makeAccount(office.knex, ids.usd);
  const page = await browser.open({ screen, javaScript, login: administrator });
  const shot = (name: string) => picture(page, `seller-${screen}-${javaScript ? "js" : "html"}-${name}`);
  const form = page.locator("form[id]");
  const go = async (address: string) => {
    await page.goto(address);
    if (javaScript) await untilScripted(page);
  };
  const step = async (name: string) => {
    if (!javaScript) await form.getByRole("button", { name }).click();
  };
  const [father, mother, , daughter, small, infant] = family;

  // Six contracts at once: two adults, two children with bed, one without, one infant.
  await go("/contracts/new");
  await pickCustomer(page, father?.name ?? "", javaScript);
  await pickCompanions(
    page,
    family.slice(1).map(({ name }) => name),
    javaScript,
  );
  await form.locator("[name=campaign_id]").selectOption(String(campaigns[0]));
  await step("عرض باقات الحملة");
  await form.locator("[name=package_id]").selectOption({ index: 1 });
  await form.locator("[name=room]").selectOption({ label: "ثنائية" });
  await form.getByLabel(`نوع المسافر ${small?.name}`).selectOption({ label: "طفل بلا سرير" });
  await step("حساب السعر للغرف والأعمار");
  await form.getByText("12,001").first().waitFor(); // 2 × 3000 + 2 × 2250.50 + 1200 + 300
  await shot("1-family");
  await form.getByRole("button", { name: "توقيع العقد" }).click();
  await page.waitForURL("**/contracts/family?*");
  await shot("2-signed");
  expect(await seatsOf(campaigns[0])).toEqual([5, 7]);

  // Half of them goes on the later date, for 100 more each.
  await page.getByRole("link", { name: "نقلها إلى حملة أخرى" }).click();
  await page.waitForURL("**/contracts/move?*");
  if (javaScript) await untilScripted(page);
  const rowOf = (name = "") => page.getByRole("row", { name });
  const moved = [mother, daughter, infant];
  for (const one of family) if (!moved.includes(one)) await rowOf(one.name).getByRole("checkbox").uncheck();
  await form.locator("[name=campaign_id]").selectOption(String(campaigns[1]));
  await step("عرض الباقات وما يتغير");
  await form.locator("[name=package_id]").selectOption({ index: 1 });
  await step("عرض الباقات وما يتغير");
  await shot("3-move");
  await form.getByText("زيادة 100").nth(2).waitFor();
  await form.getByRole("button", { name: "نقل العقود" }).click();
  await page.waitForURL("**/contracts/family?*");
  expect([await seatsOf(campaigns[0]), await seatsOf(campaigns[1])]).toEqual([
    [3, 9],
    [2, 10],
  ]);

  // The father has paid 1000 and cancels 20 days before the departure: 25 % of 3000 are kept.
  const paid = await client.post("/api/receipt-vouchers", {
    customer_id: father?.id,
    contract_id: (await office.knex("contracts").where({ customer_id: father?.id }).first("id")).id,
    ...inCash(box, ids.usd, 1000),
    date: today,
    description: "دفعة",
  });
  expect(paid.status, paid.body.error).toBe(201);
  await go(`/contracts?search=${encodeURIComponent(father?.name ?? "")}`);
  await takeAction(page.getByRole("row", { name: father?.name }), "تفاصيل");
  await page.getByRole("link", { name: "إلغاء العقد" }).click();
  await form.getByLabel("سبب الإلغاء").fill("سافر للعمل");
  await shot("4-cancel");
  expect(await form.getByLabel("رسم الإلغاء").inputValue()).toBe("750");
  await form.getByRole("button", { name: "إلغاء العقد" }).click();
  await page.waitForURL(/\/contracts(\/\d+)?(\?|$)/);
  await go(`/financial/statements/customers/${father?.id}`);
  expect(await page.locator("main").textContent()).toContain("المستحق للعميل250.00");
  await shot("5-statement");

  // Five seats are held and become contracts of others at the package's price.
  await go(`/holds/new?campaign_id=${campaigns[0]}`);
  await form.getByLabel("الاسم").fill(`حاجز ${screen}`);
  await form.getByLabel("الهاتف").fill("0777 555 444");
  await form.getByLabel("المقاعد").fill("5");
  await shot("6-hold");
  await form.getByRole("button", { name: "حفظ" }).click();
  await page.waitForURL(/\/holds(\?|$)/);
  expect(await seatsOf(campaigns[0])).toEqual([2, 5]);
  await takeAction(page.getByRole("row", { name: `حاجز ${screen}` }), "توقيع العقود");
  await page.waitForURL("**/contracts/new?*");
  if (javaScript) await untilScripted(page);
  await pickCustomer(page, others[0]?.name ?? "", javaScript);
  await pickCompanions(
    page,
    others.slice(1).map(({ name }) => name),
    javaScript,
  );
  await form.locator("[name=package_id]").selectOption({ index: 1 });
  await shot("7-held");
  await form.getByRole("button", { name: "توقيع العقد" }).click();
  await page.waitForURL("**/contracts/family?*");
  expect(await seatsOf(campaigns[0])).toEqual([7, 5]);
  await go("/holds");
  expect(await page.locator("main").textContent()).not.toContain(`حاجز ${screen}`);

  // Sales: 2250.50 + 1200, the fee and five at the package's price; 3100 + 2350.50 + 400 on the later date.
  const report = (await client.get("/reports/administrative?report=campaigns&from=&to=")).body;
  const sales = new Map(tablesOf(report)[0]?.rows.map((row) => [row[0], row.at(-1)]));
  expect(sales.get(names.first)).toBe(formatAmount(4200.5 + 5 * price, 2));
  expect(sales.get(names.second)).toBe("5,850.50");
});
