import type { Page } from "playwright";
import { expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "./app";
import { logIn, picture, useBrowser, violationsOn } from "./browser";
import { htmlFaults } from "./html-faults";
import { screens, shapes } from "./screens";

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
 * Every screen's HTML is without fault, axe finds nothing on any shape of screen, and none is wider than the browser. A file of its own for each kind of browser, so that
 * they run side by side. Where JavaScript is off altogether it cannot run either: there, the office's own scripts never arrive. What the
 * scripts have drawn is measured in a narrow window, too.
 */
export function everyScreenIsAccessible(screen: "wide" | "phone") {
  const office = fixture({ demo: true });
  const browser = useBrowser();
  const scripts = screen === "wide";
  test(`no screen has a fault, and axe finds none (${screen}, our scripts ${scripts})`, async () => {
    const page = await browser.open({ baseURL: office.url, screen });
    if (!scripts) await blockScripts(page);
    const found: string[] = [];
    page.on("pageerror", ({ message }) => scripts && found.push(`${page.url()}: ${message}`));
    const look = async (address: string) => {
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      const width = page.viewportSize()?.width;
      if (overflow > 0) found.push(`${address}: ${overflow} pixels wider than ${width} pixels`);
      if (width !== ownWidth) return;
      found.push(...(await page.evaluate(htmlFaults)).map((fault) => `${address}: ${fault}`));
      if (!shapes.includes(address)) return;
      const violations = await violationsOn(page, address === "/" ? [] : menu);
      found.push(...violations.map((what) => `${address} ${what}`));
    };
    const ownWidth = page.viewportSize()?.width;
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
  });
}
