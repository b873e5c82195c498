import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type axe from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Dialog,
  type Locator,
  type Page,
} from "playwright";
import { afterAll, afterEach, TestRunner } from "vitest";
import { browserFlags, browserPath } from "../../scripts/browser.js";
import { type Office, sessionFor } from "./client";
import { administrator } from "./database";
import { patience } from "./timeouts";

/** Pixels for each of the page: two make a picture sharp, and four times as much to draw. */
const detail = process.env.SCREENSHOTS ? 2 : 1;

const screens = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: detail, isMobile: true, hasTouch: true },
} satisfies Record<string, BrowserContextOptions>;

/** `npm test -- --quick`: a test that opens a page skips itself. */
const isWithoutBrowser = Boolean(process.env.WITHOUT_BROWSER);

type Login = { username: string; password: string };

interface PageOptions extends Pick<BrowserContextOptions, "baseURL" | "locale"> {
  screen?: keyof typeof screens;
  /** Whether the page's JavaScript runs. */
  javaScript?: boolean;
  /** Who is logged in. */
  login?: Login;
}

let launched: Promise<Browser> | undefined;

/** One for all test files of a worker, launched for the first page; it ends with the worker. */
async function launchBrowser() {
  if (launched && !(await launched).isConnected()) launched = undefined;
  launched ??= chromium.launch({ executablePath: browserPath(), args: browserFlags });
  return launched;
}

/**
 * A browser for a test file. Each page has cookies and storage of its own and is closed after its test:
 *
 *     const browser = useBrowser(office);
 *     test("…", async () => { const page = await browser.signedIn("/customers"); });
 *
 * A page of an office finds in the cache what the file's pages before it loaded, unless it is a first visit: then each page has a new
 * browser. Tests of logins and of what changes the whole browser (such as its clock) name no office: each page then has a new browser
 * too, and logs in by its form's call.
 */
export function useBrowser(office?: Office, { isFirstVisit = !office } = {}) {
  /** Those whose cache is kept, with their options; and those of the running test. */
  const kept = new Map<BrowserContext, string>();
  const used = new Set<BrowserContext>();

  afterEach(async () => {
    await Promise.all([...used].map((context) => (kept.has(context) ? tidy(context) : context.close())));
    used.clear();
  });
  afterAll(async () => {
    await Promise.all([...kept.keys()].map((context) => context.close()));
  });

  async function contextFor(options: BrowserContextOptions) {
    const key = JSON.stringify(options);
    const known = [...kept.keys()].find((context) => kept.get(context) === key && !used.has(context));
    const context = known ?? (await (await launchBrowser()).newContext(options));
    context.setDefaultTimeout(patience);
    if (!isFirstVisit) kept.set(context, key);
    used.add(context);
    return context;
  }

  async function open({ screen = "wide", javaScript = true, login, ...options }: PageOptions = {}) {
    if (isWithoutBrowser) TestRunner.getCurrentTest()?.context.skip("without a browser");
    const baseURL = options.baseURL ?? office?.url;
    const looks = { ...screens[screen], javaScriptEnabled: javaScript, locale: "ar-SA" };
    const context = await contextFor({ ...looks, ...options, baseURL });
    // A cookie counts for all ports of its host, so also on a line to the office.
    if (login && office) await giveSession(context, office, login);
    else if (login) await logIn(context, login);
    const page = await context.newPage();
    if (javaScript) await page.addInitScript(noteHydration);
    if (office && !isFirstVisit) await forgetStorage(page, office.url);
    return page;
  }

  /** A page of the office whose scripts run, as the administrator sees it, or who else is logged in. */
  async function signedIn(path: string, options: PageOptions = {}): Promise<Page> {
    const page = await open({ login: administrator, ...options });
    await page.goto(path);
    if (options.javaScript !== false) await untilScripted(page);
    return page;
  }
  return { open, signedIn };
}

/** Runs before each page: notes when its scripts run. */
function noteHydration() {
  window.untilHydrated = new Promise((resolve) =>
    window.addEventListener("hydrated", () => resolve(), { once: true }),
  );
}

/** Waits until a page's scripts run: by their event, since asking again and again makes the page draw each frame. */
export const untilScripted = (page: Page) => page.evaluate(() => window.untilHydrated);

/** Waits until a form's answer is shown: until then a second press counts as one of the same form. */
export const untilAnswered = (page: Page) =>
  page.waitForFunction(() => Reflect.get(window, "__remixRouter").state.navigation.state === "idle");

/** Closes a browser's pages and leaves nothing of theirs but the cache; what they stored goes before the next page (`forgetStorage`). */
async function tidy(context: BrowserContext) {
  await Promise.all(context.pages().map((page) => page.close()));
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)]);
}

async function forgetStorage(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page);
  const storageTypes = "local_storage,indexeddb,cache_storage,service_workers";
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await session.detach();
}

async function giveSession(context: BrowserContext, { url, knex }: Office, { username }: Login) {
  const [name = "", value = ""] = (await sessionFor(knex, username)).split(/=(.*)/s);
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
}

export async function logIn({ request }: BrowserContext, { username, password }: Login) {
  const answer = await request.post("/api/auth/login", { data: { username, password } });
  if (!answer.ok()) throw new Error(`No login for ${username}: ${await answer.text()}`);
}

/** Takes an action of a row, out of its menu where it lies in one; on a phone all do. */
export async function takeAction(row: Locator, action: string) {
  const link = row.getByText(action, { exact: true }).last();
  await link.waitFor({ state: "attached" });
  if (!(await link.isVisible())) await row.getByText("المزيد").click();
  await link.click();
}

/** Picks a customer: by the type-ahead, or by its search button and a list to choose from. */
export async function pickCustomer(page: Page, name: string, javaScript: boolean) {
  const box = page.locator("[name=customer_query]");
  if (javaScript) {
    await box.pressSequentially(name);
    await page.getByRole("option", { name }).click();
  } else {
    await box.fill(name);
    await page.locator("form[id]").getByRole("button", { name: "بحث" }).click();
    await page.getByRole("radio", { name }).check();
  }
}

declare global {
  interface Window {
    axe: typeof axe;
    untilHydrated: Promise<void>;
  }
}

/** The minified source: each page parses it again. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe finds wrong on a page, but for what lies within the elements left out (by selectors), and where. Nothing else
 * comes back: all that is right takes longer to send than to find.
 */
export async function violationsOn(page: Page, leftOut: string[] = []) {
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async (exclude) => {
    const found = await window.axe.run(
      { exclude },
      { resultTypes: ["violations"], preload: { assets: ["media"] } },
    );
    return found.violations;
  }, leftOut);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`));
}

/** Delays a page's requests to these addresses until the returned function is called. */
export async function holdBack(page: Page, addresses: string) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(addresses, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

/** Gives a page the extension Dark Reader, from before its first element. */
export async function addDarkReader(page: Page) {
  await page.addInitScript({ path: createRequire(import.meta.url).resolve("darkreader") });
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.head) return;
      watch.disconnect();
      Reflect.get(window, "DarkReader").enable({ brightness: 100, contrast: 90, sepia: 10 });
    });
    watch.observe(document, { childList: true, subtree: true });
  });
}

/** Answers a question as a person does: an answer within milliseconds is the browser's own (ui/page/ask.ts). */
export async function answerAs(isYes: boolean, dialog: Dialog) {
  await pause(100);
  await (isYes ? dialog.accept() : dialog.dismiss()).catch(() => {}); // its page may be gone: the test has ended
}

/** Notes what a page asks or tells, and answers no. */
export function noteDialogs(page: Page) {
  const texts: string[] = [];
  page.on("dialog", async (dialog) => {
    texts.push(dialog.type() === "alert" ? dialog.message() : dialog.type());
    await answerAs(false, dialog);
  });
  return texts;
}

/** Keeps a picture of the whole page in the folder SCREENSHOTS, when that is set. */
export async function picture(page: Page, name: string) {
  if (!process.env.SCREENSHOTS) return;
  const path = join(process.env.SCREENSHOTS, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage: true });
}
