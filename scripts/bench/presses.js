import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright";
import { browserFlags, browserPath } from "../browser.js";
import { print } from "./aims.js";
import { query } from "./data.js";
import { actOn, acts, kinds, letters, openFresh, openReturned } from "./returned-forms.js";

/** A common slow connection: 400 kbit/s in both directions, and 400 ms until an answer begins. */
const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const unlimited = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

const settings = [1, 4, 6].flatMap((slower) => [
  { slower, line: undefined, name: `CPU ×${slower}, fast line` },
  { slower, line: slow, name: `CPU ×${slower}, slow line` },
]);

/** Pages that are open at once. */
const together = 4;

/**
 * Presses and types on forms that come back, and presses on fresh ones, at every moment of their first three seconds, and prints how often each was done exactly once.
 *
 * @param {{ port: number, cookie: string }} server
 * @param {string} database
 * @param {number} step between two moments, in milliseconds
 * @param {string} [only] the kind of form; all if left out
 */
export async function benchPresses({ port, cookie }, database, step, only = "") {
  const { rows } = await query(
    database,
    `SELECT a.id AS cash_box_id, a.currency_id, c.id AS customer_id,
       (SELECT max(id) FROM receipt_vouchers WHERE status = 'confirmed') AS receipt_id
     FROM accounts a, customers c
     WHERE a.kind = 'cash_box' AND a.status = 'active' AND c.status = 'active' LIMIT 1`,
  );
  const office = { url: `http://127.0.0.1:${port}`, cookie, ids: rows[0] };
  const moments = Array.from({ length: Math.floor(3_000 / step) + 1 }, (_, index) => index * step);
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserFlags });
  const lines = [];
  try {
    for (const kind of [...kinds, /** @type {const} */ ("fresh")].filter((one) => one.includes(only)))
      for (const act of kind === "fresh" ? acts.slice(0, 1) : acts) {
        /** @type {Record<string, string>} */
        const line = { form: kind, act };
        for (const setting of settings) {
          const left = [...moments];
          /** @type {string[]} */
          const faults = [];
          // Each has a context of its own: a form that is given back is named by a cookie.
          const work = async () => {
            const context = await openContext(browser, office);
            for (let moment = left.shift(); moment !== undefined; moment = left.shift()) {
              const fault = await tryOnce(context, office, { ...setting, kind, act, moment });
              if (fault) faults.push(`${moment} ms: ${fault}`);
            }
            await context.close();
          };
          await Promise.all(Array.from({ length: together }, work));
          for (const fault of faults) console.log(`${kind}, ${act}, ${setting.name}, ${fault}`);
          line[setting.name] = `${moments.length - faults.length} of ${moments.length}`;
          console.log(`${kind}, ${act}, ${setting.name}: ${line[setting.name]}`);
        }
        lines.push(line);
      }
  } finally {
    await browser.close();
    print(
      `Done exactly once, of presses and of ${letters.length} letters every ${step} ms of the first 3 s`,
      lines,
    );
  }
}

/**
 * @param {import("playwright").Browser} browser
 * @param {{ url: string, cookie: string }} office
 */
async function openContext(browser, { url, cookie }) {
  const context = await browser.newContext({ locale: "ar-SA", viewport: { width: 1280, height: 800 } });
  const cookies = cookie.split("; ").map((one) => one.split("="));
  await context.addCookies(cookies.map(([name = "", value = ""]) => ({ name, value, url })));
  return context;
}

/**
 * @param {import("playwright").BrowserContext} context
 * @param {Parameters<typeof openReturned>[1] & Parameters<typeof openFresh>[1]} office
 * @param {{ slower: number, line: typeof slow | undefined, kind: typeof kinds[number] | "fresh", act: typeof acts[number], moment: number }} one
 * @returns {Promise<string | undefined>} what went wrong
 */
async function tryOnce(context, office, { slower, line, kind, act, moment }) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  try {
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    if (line) await session.send("Network.emulateNetworkConditions", line);
    await (kind === "fresh" ? openFresh(page, office) : openReturned(page, office, kind));
    await page.locator("form#receipt_voucher .form-actions [type=submit]").waitFor();
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length); // nobody presses before
    await pause(moment);
    const { sent, astray } = await actOn(page, kind, act, { timeout: 60_000 });
    const expected = act === "type" ? letters : "";
    if (sent.length === 1 && sent[0] === expected && !astray.length) return undefined;
    return `sent ${JSON.stringify(sent)}, elsewhere ${JSON.stringify(astray)}`;
  } catch (error) {
    return String(error).split("\n")[0];
  } finally {
    // Chromium opens and closes nothing more once a page is closed while its line still holds a request back.
    await session.send("Network.emulateNetworkConditions", unlimited);
    await page.close();
  }
}
