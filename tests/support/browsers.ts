import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { chromium, type ElementHandle, type Page } from "playwright";
import { browserFlags, browserPath, otherBrowsers } from "../../scripts/browser.js";
import { projectDir } from "../../scripts/prepare.js";
import { addDarkReader } from "./browser";
import { until } from "./until";
import { openFirefox, openWebKit } from "./web-driver";

type Find<A> = (by: A) => Element | undefined;

/** A tab of a browser, whichever it is. The functions that it is given run in the page. */
export interface Tab {
  visit(url: string): Promise<unknown>;
  read<A, R>(work: (by: A) => R, by: A): Promise<R>;
  press<A>(find: Find<A>, by: A): Promise<unknown>;
  type<A>(find: Find<A>, by: A, text: string): Promise<unknown>;
  /** Gives a file to an input. */
  attach<A>(find: Find<A>, by: A, path: string): Promise<unknown>;
  /** Answers yes to the browser's own question, and returns it. */
  agree(): Promise<string>;
  picture(): Promise<Buffer>;
  /** What the pages' scripts threw and the browser found wrong, as far as it tells. */
  errors: string[];
  close(): Promise<void>;
}

interface Browser {
  name: string;
  isInstalled: boolean;
  /** Whether it has what the office's scripts use. */
  runsScripts: boolean;
  /**
   * @param place a folder for its files
   * @param javaScript whether JavaScript is on, if it can be off
   */
  open(place: string, javaScript?: boolean): Promise<Tab>;
}

/** Chromium, as far as Playwright drives this version of it. */
async function openChromium(
  executablePath: string | undefined,
  args: string[],
  javaScriptEnabled = true,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Tab> {
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage({ locale: "ar-SA", javaScriptEnabled });
  await prepare?.(page);
  const errors: string[] = [];
  const questions: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => {
    const text = message.text();
    // An old version complains of what it does not know yet.
    if (message.type() === "error" && !text.startsWith("Found a 'popover' attribute")) errors.push(text);
  });
  page.on("dialog", async (dialog) => {
    questions.push(dialog.message());
    await dialog.accept();
  });
  async function found<A>(find: Find<A>, by: A) {
    const element = (await page.evaluateHandle(find as never, by)).asElement();
    if (!element) throw new Error(`${JSON.stringify(by)} is not there.`);
    return element as ElementHandle;
  }
  return {
    visit: (url) => page.goto(url),
    read: (work, by) => page.evaluate(work as never, by),
    press: async (find, by) => (await found(find, by)).click(),
    type: async (find, by, text) => (await found(find, by)).type(text),
    attach: async (find, by, path) => (await found(find, by)).setInputFiles(path),
    agree: () => until(() => questions.shift() ?? Promise.reject(new Error("Nothing is asked."))),
    picture: () => page.screenshot(),
    errors,
    close: () => browser.close(),
  };
}

/** The last Chromium of Windows 7 and 8.1, which its package has compressed. */
const oldChromium = join(projectDir, "node_modules", "@sparticuz", "chromium", "bin", "chromium.br");

function openOldChromium(place: string, javaScript?: boolean) {
  const path = join(place, "chromium");
  if (!existsSync(path)) {
    writeFileSync(path, brotliDecompressSync(readFileSync(oldChromium)), { mode: 0o755 });
  }
  // This build runs in one process only.
  return openChromium(path, [...browserFlags, "--headless", "--single-process", "--no-zygote"], javaScript);
}

const isInstalled = ({ programs }: { programs: string[] }) =>
  programs.every((program) => existsSync(program));

/** What users have in their browsers, and what their companies forbid. */
const habits: Record<string, (page: Page) => Promise<unknown>> = {
  "Dark Reader": addDarkReader,
  "a password manager's icons, on a slow line": async (page) => {
    await page.addInitScript(() => {
      const addIcons = () => {
        for (const input of document.querySelectorAll("input:not([type=hidden], [data-icon])")) {
          input.setAttribute("data-icon", "");
          input.after(Object.assign(document.createElement("div"), { textContent: "🔑" }));
        }
      };
      new MutationObserver(addIcons).observe(document, { childList: true, subtree: true });
    });
    const session = await page.context().newCDPSession(page);
    const rate = (kilobits: number) => (kilobits * 1000) / 8;
    const line = { latency: 150, downloadThroughput: rate(1600), uploadThroughput: rate(750) };
    await session.send("Network.emulateNetworkConditions", { offline: false, ...line });
  },
  "no storage": (page) =>
    page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, {
          configurable: true,
          get() {
            throw new DOMException("Access to the storage is denied", "SecurityError");
          },
        });
    }),
};

/** The newest browser of each kind, and the oldest that the README names. */
export const browsers: Browser[] = [
  {
    name: "Chromium",
    isInstalled: true, // no test runs without it
    runsScripts: true,
    open: () => openChromium(browserPath(), browserFlags),
  },
  {
    name: "Chromium 109",
    isInstalled: process.platform === "linux" && process.arch === "x64", // the package has no other
    runsScripts: false,
    open: openOldChromium,
  },
  {
    name: "Firefox ESR",
    isInstalled: isInstalled(otherBrowsers.firefox),
    runsScripts: true,
    open: openFirefox,
  },
  { name: "WebKit", isInstalled: isInstalled(otherBrowsers.webkit), runsScripts: true, open: openWebKit },
  ...Object.entries(habits).map(([habit, prepare]) => ({
    name: `Chromium with ${habit}`,
    isInstalled: true,
    runsScripts: true,
    // What others bring complains in the console; the office's own faults are in the log.
    open: async () => ({ ...(await openChromium(browserPath(), browserFlags, true, prepare)), errors: [] }),
  })),
];
