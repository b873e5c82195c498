import { get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright";
import { browserFlags, browserPath } from "../browser.js";
import { judge, print } from "./aims.js";

/**
 * Measures the bytes of each page of the menu, heads included: for a browser without the style sheet, for one that has it, and as data
 * for a client navigation. Also the requests of a first visit to the dashboard on a quick line.
 *
 * @param {import("./load.js").Target} office
 */
export async function benchPages(office) {
  const { port, cookie } = office;
  const [session = ""] = cookie.split("; ");
  const home = await read(port, "/", cookie, "identity");
  const [menu = ""] = home.body.match(/<nav id="menu".*?<\/nav>/s) ?? [];
  const paths = new Set([...menu.matchAll(/href="(\/[^"?]*)"/g)].map(([, path = ""]) => path));
  const lines = [];
  for (const path of paths)
    lines.push({
      path,
      first: (await read(port, path, session)).kilobytes,
      next: (await read(port, path, cookie)).kilobytes,
      data: (await read(port, path === "/" ? "/_root.data" : `${path}.data`, cookie)).kilobytes,
    });
  print("Pages of the menu in KiB: the first one, the next ones, as data for a client navigation", lines);
  const limits = /** @type {const} */ ({ first: 16, next: 9, data: 5 });
  for (const [name, limit] of Object.entries(limits)) {
    const worst = lines.toSorted(
      (a, b) => b[/** @type {"first"} */ (name)] - a[/** @type {"first"} */ (name)],
    )[0];
    judge(
      `a page of the menu, ${name} (${worst?.path})`,
      limit,
      worst?.[/** @type {"first"} */ (name)] ?? 0,
      "KiB",
    );
  }
  judge("requests of a first visit to the dashboard", 15, await requestsOf(office, "/"));
}

/**
 * @param {number} port
 * @param {string} path
 * @param {string} cookie
 * @param {string} [encoding]
 * @returns {Promise<{ kilobytes: number, body: string }>} of the answer with its head
 */
function read(port, path, cookie, encoding = "br") {
  const headers = { Cookie: cookie, "Accept-Encoding": encoding };
  return new Promise((done, fail) => {
    get({ port, path, headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      const head = answer.rawHeaders.join("").length + 2 * answer.rawHeaders.length + 17; // `: `, line ends, status line
      done({ kilobytes: (head + body.length) / 1024, body: body.toString() });
    }).on("error", fail);
  });
}

/**
 * @param {import("./load.js").Target} office
 * @param {string} path
 */
async function requestsOf({ port, cookie }, path) {
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserFlags });
  try {
    const context = await browser.newContext();
    const url = `http://127.0.0.1:${port}`;
    const [name = "", value = ""] = cookie.split("; ", 1)[0]?.split("=", 2) ?? [];
    await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    let count = 0;
    page.on("request", () => count++);
    await page.goto(url + path);
    await page.waitForFunction(() => localStorage.getItem("username"));
    await pause(2_000); // until the toasts' script and the parts of the manifest have come
    return count;
  } finally {
    await browser.close();
  }
}
