import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright";
import { browserFlags, browserPath } from "../browser.js";
import { judge, print } from "./aims.js";

/** A common slow connection: 400 kbit/s in both directions, and 400 ms until an answer begins. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/**
 * @typedef {object} Visit
 * @property {number} firstRow seconds from the click to the frame that shows the list's first row, or the form's first field
 * @property {number} bytesToFirstRow the bytes until then, headers included
 * @property {number} bytesAtRest the bytes until the last one came
 * @property {number} atRest seconds until then
 */

const lists = ["/contracts", "/financial/receipts"];
const forms = lists.map((list) => `${list}/new`);

/** @param {import("./load.js").Target} office */
export async function benchSlowLine(office) {
  const visits = await visitOnSlowLine(office, [...lists, ...forms]);
  const lines = visits.flatMap(({ path, first, second }) => [
    { path, ...first },
    { path: `${path}, once more`, ...second },
  ]);
  print("On a line of 400 kbit/s and 400 ms", lines);
  const ofLists = visits.filter(({ path }) => lists.includes(path));
  const worst = (/** @type {number[]} */ values) => Math.max(...values);
  const firstRow = worst(ofLists.map(({ first }) => first.firstRow));
  const untilFirstRow = worst(ofLists.map(({ first }) => first.bytesToFirstRow)) / 1024;
  const atRest = worst(visits.map(({ first }) => first.bytesAtRest)) / 1024;
  const secondVisit = worst(ofLists.map(({ second }) => second.firstRow));
  judge("slow line: first row", 1, firstRow, "s");
  judge("slow line: until the first row", 15, untilFirstRow, "KiB");
  judge("slow line: when all is at rest, forms too", 41, atRest, "KiB");
  judge("slow line: first row of a second visit", 0.8, secondVisit, "s");
}

/**
 * Visits screens with a fresh browser on a slow connection, logged in, and then once more.
 *
 * @param {import("./load.js").Target} office
 * @param {string[]} paths
 * @returns {Promise<{ path: string, first: Visit, second: Visit }[]>}
 */
async function visitOnSlowLine({ port, cookie }, paths) {
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserFlags });
  try {
    const visits = [];
    for (const path of paths) {
      // A context has a cache of its own, which is empty at first.
      const context = await browser.newContext({ locale: "ar-SA", viewport: { width: 1280, height: 800 } });
      const [name = "", value = ""] = cookie.split("; ", 1)[0]?.split("=", 2) ?? []; // without the cookie of the style sheet
      const url = `http://127.0.0.1:${port}`;
      await context.addCookies([{ name, value, url }]);
      const first = await visit(context, url + path);
      visits.push({ path, first, second: await visit(context, url + path) });
      await context.close();
    }
    return visits;
  } finally {
    await browser.close();
  }
}

/**
 * @param {import("playwright").BrowserContext} context
 * @param {string} url
 * @returns {Promise<Visit>}
 */
async function visit(context, url) {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", line);

  /** @type {{ at: number, bytes: number }[]} the bytes and when they came, by the browser's clock */
  const arrivals = [];
  /** @type {Map<string, number>} the bytes of a request that were already counted */
  const countedBytes = new Map();
  const came = (/** @type {string} */ id, /** @type {number} */ at, /** @type {number} */ bytes) => {
    if (bytes <= 0) return;
    arrivals.push({ at, bytes });
    countedBytes.set(id, (countedBytes.get(id) ?? 0) + bytes);
  };
  let start = 0;
  let document = "";
  devTools.on("Network.requestWillBeSent", ({ timestamp, requestId }) => {
    start ||= timestamp;
    document ||= requestId;
  });
  devTools.on("Network.responseReceived", ({ requestId, timestamp, response }) => {
    if (!response.fromDiskCache) came(requestId, timestamp, response.encodedDataLength);
  });
  devTools.on("Network.dataReceived", ({ requestId, timestamp, encodedDataLength }) =>
    came(requestId, timestamp, encodedDataLength),
  );
  // The page itself is counted whole, although its first row is shown before its end has come.
  devTools.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) =>
    came(
      requestId,
      requestId === document ? start : timestamp,
      encodedDataLength - (countedBytes.get(requestId) ?? 0),
    ),
  );

  await page.addInitScript(tellLine);
  await page.addInitScript(watchForRow);
  await page.goto(url, { waitUntil: "commit" });
  const firstRowTime = await page.waitForFunction(() => Reflect.get(window, "firstRowShownAt"), undefined, {
    polling: 50,
  });
  const firstRow = Number(await firstRowTime.jsonValue()) / 1000;
  await page.waitForLoadState("networkidle");
  await pause(1_000);
  const rest = Math.max(...arrivals.map(({ at }) => at));
  const total = (/** @type {number} */ until) =>
    arrivals.reduce((sum, { at, bytes }) => (at - start <= until ? sum + bytes : sum), 0);
  await page.close();
  return {
    firstRow,
    bytesToFirstRow: total(firstRow),
    bytesAtRest: total(Number.POSITIVE_INFINITY),
    atRest: rest - start,
  };
}

/** Runs in the page: a browser without a window knows nothing of its line, where others tell this of such a one. */
function tellLine() {
  Object.defineProperty(navigator, "connection", { value: { saveData: false, effectiveType: "3g" } });
}

/** Runs in the page: notes the first frame with a row of the list, or with a form's first field. */
function watchForRow() {
  const look = () => {
    const row = document.querySelector("table.list tbody tr, .sheet-card .field");
    if (!row?.getBoundingClientRect().height) requestAnimationFrame(look);
    // This frame is on the screen when the next one begins.
    else requestAnimationFrame((now) => Reflect.set(window, "firstRowShownAt", now));
  };
  requestAnimationFrame(look);
}
