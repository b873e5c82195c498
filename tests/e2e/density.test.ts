import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "../support/app";
import { answerAs, logIn, picture, untilScripted, useBrowser } from "../support/browser";

/* The height of rows in lists of the demo agency, whose names and amounts are realistic. */

const office = fixture({ demo: true });
const browser = useBrowser(office);

const lists = [
  "/contracts",
  "/customers",
  "/campaigns",
  "/agents",
  "/suppliers",
  "/invoices/agents",
  "/invoices/purchases",
  "/financial/receipts",
  "/financial/payments",
  "/trips/groups",
  "/trips/groups/3/members",
  "/trips/groups/members",
  "/trips/visas",
  "/trips/management",
  "/trips/plans",
  "/trips/plans/1",
  "/services/hotels",
  "/services/transportation",
  "/services/catering",
  "/services/other",
  "/services/packages",
  "/settings/users",
  "/settings/trail",
  "/settings/accounts/banks",
  "/settings/accounts/cash-boxes",
  "/settings/accounts/cash-boxes/1/counts",
  "/settings/accounts/currencies",
  "/settings/accounts/expenses",
  "/settings/accounts/expense-categories",
];

/** The texts of the rows that are higher than this many pixels. */
const higherThan = (page: Page, rows: string, most: number | { lines: number }) =>
  page.locator(rows).evaluateAll(
    (found, most) =>
      found.flatMap((row) => {
        const style = getComputedStyle(row.querySelector("td") ?? row);
        const limit =
          typeof most === "number"
            ? most
            : most.lines * Number.parseFloat(style.lineHeight) +
              Number.parseFloat(style.paddingTop) +
              Number.parseFloat(style.paddingBottom) +
              12; // a badge's border, a photo
        const { height } = row.getBoundingClientRect();
        return height > limit
          ? [`${Math.round(height)} > ${Math.round(limit)}: ${(row as HTMLElement).innerText.slice(0, 90)}`]
          : [];
      }),
    most,
  );

async function lookAtAll(page: Page, screen: string, rows: string, most: number | { lines: number }) {
  await logIn(page.context(), demoLogins[0]);
  const high: string[] = [];
  for (const address of lists) {
    await page.goto(address);
    await picture(page, `density-${screen}${address.replaceAll("/", "_")}`);
    high.push(...(await higherThan(page, rows, most)).map((row) => `${address} ${row}`));
  }
  return high;
}

test("at 1280 pixels no row wraps into more than two lines", async () => {
  const page = await browser.open({ javaScript: false });
  expect(await lookAtAll(page, "wide", ".list:not(.compact) tbody tr", { lines: 2 })).toEqual([]);
});

test("on a phone a row takes at most a quarter of the screen, and opens without JavaScript", async () => {
  const page = await browser.open({ screen: "phone", javaScript: false });
  expect(await lookAtAll(page, "phone", ".list:not(.compact) tbody tr, .card", 844 / 4)).toEqual([]);
});

test("a row with more than three actions has a menu; one opens at a time, without JavaScript", async () => {
  const wide = await browser.open({ javaScript: false });
  await logIn(wide.context(), demoLogins[0]);
  await wide.goto("/financial/receipts?status=confirmed");
  const [first, other] = [wide.locator("tbody tr").nth(0), wide.locator("tbody tr").nth(7)];
  await expect.poll(() => first.getByRole("link", { name: "طباعة" }).isVisible()).toBe(true);
  expect(await first.getByText("حذف").isVisible()).toBe(false);
  await first.getByText("المزيد").click();
  expect(await first.getByText("حذف").isVisible()).toBe(true);
  await other.getByText("المزيد").click();
  expect(await first.getByText("حذف").isVisible()).toBe(false);
  await other.getByText("إلغاء").click();
  await wide.waitForURL(/\/financial\/receipts\/\d+\/cancel/);
});

test("a click elsewhere closes a menu, where scripts run; so does taking one of its links", async () => {
  const page = await browser.signedIn("/financial/receipts", { login: demoLogins[0] });
  const menu = page.locator("details.more").first();
  const isOpen = () => menu.evaluate((details: HTMLDetailsElement) => details.open);
  await menu.getByText("المزيد").click();
  await page.getByRole("heading", { name: "سندات القبض" }).click();
  await expect.poll(isOpen).toBe(false);
  await menu.getByText("المزيد").click();
  page.once("dialog", (dialog) => answerAs(false, dialog));
  await menu.getByText("حذف").click();
  await expect.poll(isOpen).toBe(false);
});

test("on a phone the rest of a row and its actions open without JavaScript", async () => {
  const phone = await browser.open({ screen: "phone", javaScript: false });
  await logIn(phone.context(), demoLogins[0]);
  await phone.goto("/contracts");
  const row = phone.locator("tbody tr").first();
  const later = row.locator("td").nth(1);
  expect(await later.isVisible()).toBe(false);
  expect(await row.getByText("تفاصيل").isVisible()).toBe(false);
  await row.getByText("المزيد").click();
  expect(await later.isVisible()).toBe(true);
  await row.getByText("تفاصيل").click();
  await phone.waitForURL(/\/contracts\/\d+/);
});

/** The names of the filters in sight. */
const filtersOn = (page: Page) =>
  page
    .locator(".filters :is(input, select)")
    .evaluateAll((all) =>
      all.filter((one) => (one as HTMLElement).offsetParent).map((one) => one.getAttribute("name")),
    );

test("filters fold behind «تصفية», without JavaScript too, but for those that are set", async () => {
  const phone = await browser.open({ screen: "phone", javaScript: false });
  await logIn(phone.context(), demoLogins[0]);
  await phone.goto("/contracts?status=active&to=2030-01-01");
  expect(await filtersOn(phone)).toEqual(["search", "status", "to"]);
  await phone.getByText("تصفية").click();
  expect(await filtersOn(phone)).toEqual(
    expect.arrayContaining(["campaign_id", "discounted", "from", "hijri_month"]),
  );
  await phone.locator("[name=discounted]").selectOption("true");
  await phone.getByRole("button", { name: "بحث" }).click();
  expect(await filtersOn(phone)).toEqual(["search", "status", "discounted", "to"]);
  await phone.goto("/financial/allocations");
  const few = await filtersOn(phone);
  expect(few.length).toBeGreaterThan(0);

  const wide = await browser.open({ javaScript: false });
  await logIn(wide.context(), demoLogins[0]);
  await wide.goto("/contracts");
  const used = await filtersOn(wide);
  expect(used).toContain("campaign_id");
  expect(used).not.toContain("hijri_month");
  expect(used).toHaveLength(7);
  await wide.goto("/suppliers");
  expect(await wide.getByText("تصفية").isVisible()).toBe(false);
});

test("an address has no filter that is empty, unless the screen would then show another", async () => {
  const page = await browser.signedIn("/contracts", { login: demoLogins[0] });
  await page.locator("[name=status]").selectOption("active");
  await page.locator(".filters").getByRole("button", { name: "بحث" }).click();
  await page.waitForURL("**/contracts?status=active");
  await page.goto("/reports/financial?period=free&from=2026-01-01&to=2026-02-01");
  await untilScripted(page);
  await page.locator("[name=from]").fill("");
  await page.locator(".filters").getByRole("button").first().click();
  await page.waitForURL((url) => url.searchParams.get("from") === "");
});

describe.each([
  ["wide", true],
  ["phone", false],
] as const)("on a screen that is %s", (screen, javaScript) => {
  test.each([
    "/services/packages/new",
    "/services/packages/1/edit",
    "/campaigns/new",
    "/contracts/new",
    "/contracts/1",
    "/customers/1/edit",
    "/trips/visas/1/edit",
    "/invoices/agents/new",
  ])("the buttons of the dialog %s are seen at once, and cover nothing that has the focus", async (path) => {
    const page = await browser.signedIn(path, { screen, javaScript, login: demoLogins[0] });
    if (screen === "wide") await page.setViewportSize({ width: 1366, height: 768 });
    const buttons = page.locator(".dialog-body .form-actions").last();
    const isInSight = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    };
    expect(await buttons.locator(".button:visible").first().evaluate(isInSight)).toBe(true);
    const fields = page.locator(".dialog-body :is(select, input, textarea):visible");
    for (const field of await fields.all()) {
      await field.focus();
      expect([await field.getAttribute("name"), await field.evaluate(isInSight)]).toContain(true);
    }
  });
});
