import type { Page } from "playwright";
import { expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "./app";
import { logIn, picture, useBrowser, violationsOn } from "./browser";

/** Every screen of the office, dialogs included, with rows that the demo agency has. */
export const screens = [
  "/login",
  "/",
  "/customers",
  "/customers?search=لا أحد",
  "/customers?nationality=YEM",
  "/customers/new",
  "/customers/import",
  "/customers/1",
  "/customers/1/papers/new",
  "/customers/1/edit",
  "/customers/1/delete",
  "/campaigns",
  "/campaigns/new",
  "/campaigns/2/edit",
  "/campaigns/1/delete",
  "/contracts",
  "/contracts/new",
  "/contracts/new?add=customers",
  "/contracts/family?contracts=79,80",
  "/contracts/1",
  "/contracts/1/edit",
  "/contracts/73/schedule",
  "/contracts/24",
  "/contracts/24/cancel",
  "/financial/debts/customers",
  "/financial/debts/customers/36/reminder",
  "/financial/debts/customers/letters?customer=36",
  "/financial/debts/agents?age=all",
  "/financial/debts/suppliers/print?age=all",
  "/contracts/1/delete",
  "/contracts/1/print",
  "/contracts/voucher?contracts=79,80",
  "/contracts/voucher?contracts=79&lang=en",
  "/contracts/voucher?group=3",
  "/agents",
  "/agents/new",
  "/agents/1/delete",
  "/agents/1/commission",
  "/agents/3/commission/35",
  "/agents/import",
  "/contracts/import",
  "/services/hotels/import",
  "/trips/visas/import",
  "/suppliers",
  "/suppliers/1/edit",
  "/suppliers?service_type=nonsense",
  "/invoices/agents",
  "/invoices/agents/new",
  "/invoices/purchases?overdue=true",
  "/invoices/purchases/20/edit",
  "/invoices/agents/3/delete",
  "/trips/groups",
  "/trips/groups/new",
  "/trips/groups/1/edit",
  "/trips/groups/1/delete",
  "/trips/groups/members",
  "/trips/groups/1/members",
  "/trips/groups/4/members/new",
  "/trips/groups/4/members/contracts",
  "/trips/groups/4/visas",
  "/trips/groups/4/visas?decision=rejected",
  "/trips/groups/4/papers",
  "/trips/groups/3/readiness",
  "/trips/groups/3/readiness/print",
  "/trips/management/2/readiness?state=missing",
  "/campaigns/2/readiness?check=visa",
  "/trips/groups/3/manifest",
  "/trips/groups/3/manifest?lang=en",
  "/trips/groups/3/badges",
  "/trips/groups/3/badges/print",
  "/trips/groups/3/families",
  "/trips/groups/3/stays",
  "/trips/groups/3/families/edit",
  "/trips/groups/3/rooms",
  "/trips/groups/3/rooms/new",
  "/trips/groups/3/rooms/print",
  "/trips/groups/3/buses",
  "/trips/groups/3/buses/clear",
  "/trips/groups/3/buses/print",
  "/trips/management/1/manifest",
  "/trips/management/1/buses",
  "/trips/visas",
  "/trips/visas/new",
  "/trips/visas/apply",
  "/trips/visas/1/edit",
  "/trips/visas/1/delete",
  "/trips/visas/1",
  "/trips/visas/1?tab=documents",
  "/trips/visas/1?tab=history",
  "/trips/visas/70/status",
  "/services/hotels",
  "/services/hotels/new?add=cities",
  "/services/hotels/1/edit",
  "/services/cities",
  "/services/cities/1/edit",
  "/services/transportation",
  "/services/transportation/new?add=bus-types",
  "/services/catering",
  "/services/catering/new?add=catering-types",
  "/services/other",
  "/services/other/new?add=service-categories",
  "/services/packages",
  "/services/packages/new",
  "/services/packages/1/edit",
  "/services/packages/1/recompute",
  "/financial/receipts",
  "/financial/receipts/new?contract=80",
  "/financial/receipts/new?add=customers",
  "/financial/receipts/split?contracts=79,80",
  "/financial/receipts/1/edit",
  "/financial/receipts/1/cancel",
  "/financial/receipts/1/delete",
  "/financial/receipts/1/print",
  "/financial/payments",
  "/financial/payments/new",
  "/financial/payments/new?contract=24",
  "/financial/payments/1",
  "/financial/payments/88/edit",
  "/financial/payments/1/print",
  "/financial/statements/customers/1",
  "/financial/statements/cash-boxes/1/print",
  "/financial/statements/agents/1",
  "/trips/management",
  "/trips/management/new",
  "/trips/management/1",
  "/trips/management/1/edit",
  "/trips/management/1/delete",
  "/trips/management/2/groups",
  "/trips/2/stages",
  "/trips/2/stages/new",
  "/trips/1/stages/1/edit",
  "/trips/1/stages/1/delete",
  "/trips/plans",
  "/trips/plans/new",
  "/trips/plans/1/edit",
  "/trips/plans/1/delete",
  "/trips/plans/1",
  "/trips/plans/1/stages/new",
  "/trips/plans/1/stages/1/edit",
  "/trips/plans/1/stages/1/delete",
  "/trips/flights",
  "/reports/financial",
  "/reports/financial?report=contracts&period=yearly",
  "/reports/financial?report=profit",
  "/reports/financial?report=balances",
  "/reports/financial?report=commissions",
  "/reports/financial?tab=sample&period=weekly",
  "/reports/financial/print?report=cash&period=yearly",
  "/reports/administrative",
  "/reports/administrative?report=customers",
  "/reports/administrative?report=services",
  "/reports/administrative?report=operations",
  "/reports/administrative?tab=sample&report=customers",
  "/reports/administrative/print?report=campaigns",
  "/settings/company",
  "/settings/trail",
  "/settings/trail?kind=contracts&record=1",
  "/settings/users",
  "/settings/users/new",
  "/settings/users/1/access",
  "/settings/users/2/edit",
  "/settings/users/2/delete",
  "/settings/roles",
  "/settings/roles/1",
  "/settings/roles/new",
  "/settings/roles/2/edit",
  "/settings/roles/2/delete",
  "/settings/accounts/banks",
  "/settings/accounts/banks/new",
  "/settings/accounts/cash-boxes",
  "/settings/accounts/cash-boxes/1/counts",
  "/settings/accounts/cash-boxes/1/counts/new",
  "/settings/accounts/cash-boxes/1/counts/1",
  "/settings/accounts/cash-boxes/1/counts/1/print",
  "/settings/accounts/closing",
  "/settings/accounts/closing/close",
  "/settings/accounts/closing/reopen",
  "/settings/accounts/currencies",
  "/settings/accounts/currencies/new",
  "/settings/accounts/expenses",
  "/settings/accounts/expenses/new",
  "/settings/accounts/expense-categories",
  "/search",
  "/search?q=بن",
  "/favorites",
  "/favorites/new?to=%2Fcontracts%3Fstatus%3Dactive",
  "/favorites/1/edit",
  "/favorites/1/delete",
  "/account",
  "/account/second-step",
  "/settings/users/1/access",
  "/nowhere",
];

const isDeletion = (address: string) => address.endsWith("/delete");

/**
 * Axe takes most of the time. It reads each screen once: one half wide with our scripts, the other on the phone without. Questions
 * before a deletion are one component over lists that it reads themselves: of them the first.
 */
const readByAxe = screens
  .filter((address, index) => !isDeletion(address) || index === screens.findIndex(isDeletion))
  .map((address, index) => ({ address, screen: index % 2 ? "phone" : "wide" }));

/** Three rows instead of twenty-five, which axe would read again and again; the contracts stand for long lists. */
const underShortList = (address: string) => `${address}${address.includes("?") ? "&" : "?"}per_page=3`;

/** Which is the same on every screen, and read on one. */
const menu = ["#menu"];

const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 844 };

/** Without `page.route`, for which the browser would keep no style sheet and no font from one page to the next. */
async function blockScripts(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setBlockedURLs", { urls: ["*/assets/*.js"] });
}

/** Whether the scripts have taken over the page: networkidle would wait half a second more, for each. */
const taken = () =>
  new Promise((resolve) => {
    const look = () =>
      "__remixRouter" in window
        ? requestAnimationFrame(() => setTimeout(resolve, 50, true))
        : setTimeout(look, 10);
    look();
  });

/**
 * Axe finds nothing on any screen, none is wider than the browser, and no id stands twice. A file of its own for each kind of browser, so that
 * they run side by side. Where JavaScript is off altogether it cannot run either: there, the office's own scripts never arrive. What the
 * scripts have drawn is measured in a narrow window, too.
 */
export function everyScreenIsAccessible(screen: "wide" | "phone") {
  const office = fixture({ demo: true });
  const browser = useBrowser();
  const scripts = screen === "wide";
  test(`axe finds nothing on any screen (${screen}, our scripts ${scripts})`, async () => {
    const page = await browser.open({ baseURL: office.url, screen });
    if (!scripts) await blockScripts(page);
    const found: string[] = [];
    page.on("pageerror", ({ message }) => scripts && found.push(`${page.url()}: ${message}`));
    const look = async (address: string) => {
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      const twice = await page.evaluate(() => {
        const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
        return ids.filter((id, index) => ids.indexOf(id) !== index);
      });
      if (twice.length) found.push(`${address}: has ${twice} twice`);
      const width = page.viewportSize()?.width;
      if (overflow > 0) found.push(`${address}: ${overflow} pixels wider than ${width} pixels`);
      if (width !== ownWidth || !isReadByAxe(address)) return;
      const violations = await violationsOn(page, address === "/" ? [] : menu);
      found.push(...violations.map((what) => `${address} ${what}`));
    };
    const ownWidth = page.viewportSize()?.width;
    const isReadByAxe = (address: string) =>
      readByAxe.some((one) => one.address === address && one.screen === screen);
    for (const address of screens) {
      if (
        address !== "/login" &&
        !(await page.context().cookies()).some(({ name }) => name === "office_session")
      )
        await logIn(page.context(), demoLogins[0]);
      const answer = await page.goto(address === "/contracts" ? address : underShortList(address));
      if (answer?.status() !== (address === "/nowhere" ? 404 : 200))
        found.push(`${address} answers ${answer?.status()}`);
      if (scripts) await page.waitForFunction(taken);
      await picture(page, `${screen}${address.replaceAll(/[/?=]/g, "_")}`);
      await look(address);
      if (screen === "phone") continue;
      // Each is loaded in the window that the one before it was left in, and looked at in both.
      await page.setViewportSize(page.viewportSize()?.width === ownWidth ? narrow : wide);
      await look(address);
    }
    expect(await page.evaluate(() => "__remixRouter" in window)).toBe(scripts);
    expect(found).toEqual([]);
  }, 400_000);
}
