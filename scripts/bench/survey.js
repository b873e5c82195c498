import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { addressesOf } from "./addresses.js";
import { judge } from "./aims.js";
import { query } from "./data.js";

/** A table of more rows than these is not to be read from end to end. */
const large = 10_000;
/** Milliseconds below which a statement's growth is noise. */
const floor = 5;
/** How often it may grow from a hundredth of the rows to the whole. */
const steady = 1.5;
/** Milliseconds that a statement may take. */
const patience = 50;
const visits = 3;
/** As much of an answer is read; of a long file that is many batches of rows. */
const enough = 1_000_000;

/**
 * @typedef {{ url: string, secret: string, dataDir: string }} Office
 *
 * @typedef {object} How
 * @property {string} log of their PostgreSQL
 * @property {string} [only] what an address must contain
 * @property {(office: Office) => Promise<import("./rates.js").Target & { stop: () => Promise<void> }>} open
 *
 * @typedef {object} Visit what PostgreSQL did for an address
 * @property {number} milliseconds of all statements
 * @property {number} slowest of one
 * @property {string} statement the slowest
 * @property {string[]} scanned large tables that were read from end to end
 * @property {number} status of the answer
 */

/**
 * Visits every address of the office and asks PostgreSQL what it did for each: one line an address.
 *
 * @param {Office} whole
 * @param {Office} hundredth
 * @param {How} how
 */
export async function survey(whole, hundredth, how) {
  const [all, few] = [await visitAll(whole, how), await visitAll(hundredth, how)];
  const lines = all.map(([path, visit], index) => {
    const before = Math.max(few[index]?.[1].slowest ?? 0, floor / steady);
    return { path, ...visit, growth: visit.slowest > floor ? visit.slowest / before : 1 };
  });
  console.log(
    "\nWhat the database does for each address: milliseconds in all, slowest statement, its growth",
  );
  for (const line of lines.toSorted((a, b) => b.slowest - a.slowest)) {
    const { path, milliseconds, slowest, growth, scanned, status, statement } = line;
    const figures = [milliseconds, slowest, growth].map((figure) => figure.toFixed(1).padStart(8)).join("");
    const notes = [status === 200 ? [] : status, scanned.length ? `reads all ${scanned}` : []].flat();
    console.log([figures, path, ...notes].join("  "));
    if (slowest > floor) console.log(" ".repeat(26) + statement);
  }
  const worst = (/** @type {"slowest" | "growth"} */ figure) =>
    Math.max(0, ...lines.map((line) => line[figure]));
  judge(`survey of ${lines.length} addresses: slowest statement`, patience, worst("slowest"), "ms");
  judge("survey: growth of a statement from a hundredth of the rows", steady, worst("growth"), "times");
  for (const [what, found] of Object.entries({
    [`with a statement above ${patience} ms`]: lines.filter(({ slowest }) => slowest > patience),
    "that read a large table whole": lines.filter(({ scanned }) => scanned.length),
    [`that grow more than ${steady} times`]: lines.filter(({ growth }) => growth > steady),
  }))
    judge(`survey: addresses ${what}`, 0, found.length, "");
}

/**
 * @param {Office} database
 * @param {How} how
 * @returns {Promise<[path: string, visit: Visit][]>}
 */
async function visitAll(database, { log, only = "", open }) {
  const { rows } = await query(
    database.url,
    "SELECT relname, reltuples::int AS rows FROM pg_class WHERE relkind = 'r'",
  );
  const sizes = new Map(rows.map(({ relname, rows }) => [relname, rows]));
  await explain(database.url, "on");
  const office = await open(database);
  const reader = openSync(log, "r");
  try {
    /** @type {[string, Visit][]} */
    const found = [];
    for (const path of addressesOf((table) => sizes.get(table) ?? 0)) {
      if (!path.includes(only)) continue;
      const tries = [];
      for (let turn = 0; turn < visits; turn++) {
        const start = fstatSync(reader).size;
        const status = await get(office, path);
        tries.push({ status, ...told(read(reader, start), sizes) });
      }
      found.push([path, /** @type {Visit} */ (tries.toSorted((a, b) => a.slowest - b.slowest)[visits >> 1])]);
    }
    return found;
  } finally {
    closeSync(reader);
    await office.stop();
    await explain(database.url, "off");
  }
}

/**
 * Lets every session of a database that opens from now on write into the log what each statement took, and how it went.
 *
 * @param {string} url
 * @param {"on" | "off"} whether
 */
async function explain(url, whether) {
  const database = new URL(url).pathname.slice(1);
  const settings = {
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_format": "json",
  };
  const changes = Object.entries({ session_preload_libraries: "auto_explain", ...settings }).map(
    ([name, value]) => (whether === "on" ? `SET ${name} = '${value}'` : `RESET ${name}`),
  );
  await query(
    url,
    `LOAD 'auto_explain'; ${changes.map((change) => `ALTER DATABASE ${database} ${change}`).join("; ")}`,
  );
}

/**
 * @param {import("./rates.js").Target} office
 * @param {string} path
 * @returns {Promise<number>} the answer's status
 */
async function get({ port, cookie }, path) {
  const ended = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { Cookie: cookie },
    signal: ended.signal,
    redirect: "manual",
  });
  let bytes = 0;
  const reader = answer.body?.getReader();
  for (let part = await reader?.read(); part?.value && bytes < enough; part = await reader?.read())
    bytes += part.value.length;
  ended.abort();
  return answer.status;
}

/**
 * @param {number} file
 * @param {number} start
 */
function read(file, start) {
  const bytes = Buffer.alloc(fstatSync(file).size - start);
  readSync(file, bytes, 0, bytes.length, start);
  return bytes.toString();
}

/**
 * What a piece of the log tells of its statements.
 *
 * @param {string} text
 * @param {Map<string, number>} sizes of the tables
 */
function told(text, sizes) {
  let [milliseconds, slowest, statement] = [0, 0, ""];
  /** @type {Set<string>} */
  const scanned = new Set();
  for (const [, duration, told = ""] of text.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/g)) {
    const { "Query Text": query, Plan: plan } = JSON.parse(told);
    milliseconds += Number(duration);
    if (Number(duration) > slowest)
      [slowest, statement] = [Number(duration), query.replaceAll(/\s+/g, " ").slice(0, 220)];
    for (const table of readWhole(plan)) if ((sizes.get(table) ?? 0) > large) scanned.add(table);
  }
  return { milliseconds, slowest, statement, scanned: [...scanned] };
}

/**
 * The tables that a plan reads from end to end.
 *
 * @param {any} node
 * @returns {string[]}
 */
function readWhole(node) {
  const rows = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  const table = node["Node Type"] === "Seq Scan" && rows > large ? node["Relation Name"] : undefined;
  const own = table && !table.endsWith("_totals") ? [table] : []; // totals are there to be summed
  return [...own, ...(node.Plans ?? []).flatMap(readWhole)];
}
