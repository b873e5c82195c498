import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { demoLogins } from "../../scripts/demo-logins.js";
import { fixture } from "./app";
import { logIn, picture, useBrowser, violationsOn } from "./browser";
import { contrastFaults } from "./contrast-faults";
import { movesOn, watchControls } from "./controls";
import { htmlFaults } from "./html-faults";
import { numberFaults } from "./number-faults";
import { forms, screens, shapes } from "./screens";

/** Three rows instead of twenty-five, which axe would read again and again; the contracts stand for long lists. */
const underShortList = (address: string) => `${address}${address.includes("?") ? "&" : "?"}per_page=3`;

/** Which is the same on every screen, and read on one. */
const menu = ["#menu"];

const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
type Width = keyof typeof sizes;

/** Further widths in which every screen is measured: from the narrowest phone to a wide desk. 1024 is the least width of tables. */
const further = [320, 480, 640, 768, 820, 900, 1024, 1100, 1366, 1920];

/** The scroll bar of a desk takes this much of the window, for which style sheets do not ask. The tests' browser shows none. */
const scrollBar = 15;

/** Without `page.route`, for which the browser would keep no style sheet and no font from one page to the next. */
async function blockScripts(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setBlockedURLs", { urls: ["*/assets/*.js"] });
}

/** Whether the scripts drive the page: networkidle would wait half a second more, for each. */
const hasScripts = () =>
  new Promise((resolve) => {
    const look = () =>
      "__remixRouter" in window
        ? requestAnimationFrame(() => setTimeout(resolve, 50, true))
        : setTimeout(look, 10);
    look();
  });

/**
 * Every screen's HTML is without fault, axe finds nothing on any shape of screen, none is wider than the browser, and
 * numbers stand in order on one line. A file of its own
 * for each kind of browser, so that they run side by side: a wide one with our scripts, which is made narrow too, and a phone to which
 * our scripts never arrive. (Where JavaScript is off altogether, axe cannot run either.)
 */
export function everyScreenIsAccessible(screen: "wide" | "phone") {
  const office = fixture({ demo: true });
  const browser = useBrowser();
  const scripts = screen === "wide";
  const faults: string[] = [];
  const moves: Record<Width, Record<string, string[]>> = { wide: {}, phone: {} };

  async function measure(page: Page, address: string, width: string | number) {
    const overflow = await page.evaluate((bar) => {
      const { documentElement: root, body } = document;
      body.style.marginInlineEnd = `${bar}px`;
      const tooWide = root.scrollWidth - window.innerWidth;
      body.style.marginInlineEnd = "";
      return tooWide;
    }, scrollBar);
    if (overflow > 0) faults.push(`${address}: ${overflow} pixels too wide (${width})`);
  }

  /** Looks at the screen in the width that its window has. */
  async function look(page: Page, address: string, width: Width) {
    await measure(page, address, width);
    faults.push(...(await page.evaluate(numberFaults)).map((fault) => `${address}: ${fault} (${width})`));
    if (!shapes.includes(address) && width !== screen) return;
    faults.push(...(await page.evaluate(contrastFaults)).map((fault) => `${address}: ${fault} (${width})`));
    if (width !== screen) return;
    faults.push(...(await page.evaluate(htmlFaults)).map((fault) => `${address}: ${fault}`));
    if (!shapes.includes(address)) return;
    const violations = await violationsOn(page, address === "/" ? [] : menu);
    faults.push(...violations.map((what) => `${address} ${what}`));
  }

  /** Loads the screen. @returns whose controls moved when the scripts started */
  async function load(page: Page, address: string, width: Width) {
    const answer = await page.goto(address === "/contracts" ? address : underShortList(address));
    if (answer?.status() !== (address === "/nowhere" ? 404 : 200))
      faults.push(`${address} answers ${answer?.status()}`);
    if (!scripts) return;
    await page.evaluate(hasScripts);
    if (!forms.includes(address)) return;
    const moved = await movesOn(page);
    if (moved.length) moves[width][address] = moved;
  }

  beforeAll(async () => {
    const page = await browser.open({ baseURL: office.url, screen });
    if (scripts) await page.addInitScript(watchControls);
    else await blockScripts(page);
    page.on("pageerror", ({ message }) => scripts && faults.push(`${page.url()}: ${message}`));
    let width: Width = screen;
    for (const address of screens) {
      if (
        address !== "/login" &&
        !(await page.context().cookies()).some(({ name }) => name === "office_session")
      )
        await logIn(page.context(), demoLogins[0]);
      await load(page, address, width);
      await picture(page, `${screen}${address.replaceAll(/[/?=]/g, "_")}`);
      await look(page, address, width);
      if (screen === "phone") continue;
      for (const size of further) {
        await page.setViewportSize({ width: size, height: 800 });
        await measure(page, address, size);
      }
      // The next one is loaded in the window that this one was left in.
      width = width === "wide" ? "phone" : "wide";
      await page.setViewportSize(sizes[width]);
      await look(page, address, width);
      if (forms.includes(address)) await load(page, address, width);
    }
    expect(await page.evaluate(() => "__remixRouter" in window)).toBe(scripts);
  });

  test(`no screen has a fault, and axe finds none (${screen}, our scripts ${scripts})`, () =>
    expect(faults).toEqual([]));

  if (scripts)
    test.each(["wide", "phone"] as const)("no control of a form moves when its scripts start (%s)", (width) =>
      expect(moves[width]).toEqual({}),
    );
}
