import { addresses, filtersOf } from "./addresses.js";
import { judge } from "./aims.js";
import { query } from "./data.js";
import { cpuTimeOf } from "./processes.js";

/** The number of rows from which on a table must not be read completely. Tables of totals may be. */
const large = 10_000;
/** Milliseconds below which a statement's growth is noise. */
const floor = 5;
/** The largest factor by which a statement may take longer with all rows than with a hundredth of them. */
const steady = 1.5;
/** The most milliseconds of a statement. */
const patience = 50;
const visits = 3;
/** The visits whose CPU time counts, after those that warm the server. The clock of a process ticks a hundred times a second. */
const timed = 10;
/** The most CPU time of the server process for a screen, in milliseconds. */
const effort = 60;
/** The most HTML of a screen, in KB of 1000 bytes, uncompressed and without the style sheet, which a browser has after its first page. */
const weight = 100;
/** The most choices of a select. */
const listed = 200;
/** The bytes that are read of an answer; those of a long file hold many batches of rows. */
const enough = 1_000_000;

/**
 * @typedef {import("./load.js").Target & { stop: () => Promise<void> }} Office
 * @typedef {{ url: string }} Database
 * @typedef {(database: any) => Promise<Office>} Open
 *
 * @typedef {object} Visit PostgreSQL's work for an address, without planning
 * @property {number} status of the answer
 * @property {number} milliseconds of all statements
 * @property {number} slowest of one
 * @property {string} statement the slowest
 * @property {Screen} [screen] undefined for calls, files, prints and other answers that are no screen
 *
 * @typedef {{ cpu: number, html: number, choices: number }} Screen milliseconds of the server process for a request, KB of its
 *   answer, and the choices of its largest select
 */

/**
 * Visits every address of the office and reads from pg_stat_statements what PostgreSQL did for it; prints a line for each
 * address. Of a screen it also tells what the server process did for it, and how large it is. Prints and files hold all that is asked
 * for, however much that is: they are no screens.
 *
 * @param {Database} whole
 * @param {Database} hundredth
 * @param {Open} open
 * @param {string} [only] a part of the addresses to visit
 */
export async function survey(whole, hundredth, open, only = "") {
  const all = await visitAll(whole, open, only, true);
  const few = (await visitAll(hundredth, open, only, false)).visited;
  const lines = [...all.visited].map(([path, visit]) => {
    const before = Math.max(few.get(path)?.slowest ?? visit.slowest, floor / steady);
    return { path, ...visit, growth: visit.slowest > floor ? visit.slowest / before : 1 };
  });
  console.log(
    "\nWhat the database does for each address: milliseconds in all, slowest statement, its growth",
  );
  for (const { path, milliseconds, slowest, growth, status, statement } of lines.toSorted(
    (a, b) => b.slowest - a.slowest,
  )) {
    const figures = [milliseconds, slowest, growth].map((figure) => figure.toFixed(1).padStart(8)).join("");
    console.log([figures, path, ...(status === 200 ? [] : [status])].join("  "));
    if (slowest > floor) console.log(" ".repeat(26) + statement);
  }
  const worst = (/** @type {"slowest" | "growth"} */ figure) =>
    Math.max(0, ...lines.map((line) => line[figure]));
  judge(`survey of ${lines.length} addresses: slowest statement`, patience, worst("slowest"), "ms");
  judge("survey: growth of a statement from a hundredth of the rows", steady, worst("growth"), "times");
  const slow = lines.filter(({ slowest }) => slowest > patience);
  const growing = lines.filter(({ growth }) => growth > steady);
  judge(`survey: addresses with a statement above ${patience} ms`, 0, slow.length, "");
  judge(`survey: addresses that grow more than ${steady} times`, 0, growing.length, "");
  await judgeSums(whole, all.visited);
  judgeScreens(all.visited);
  judge(`survey: large tables read whole (${all.scanned.join(" ") || "none"})`, 0, all.scanned.length, "");
}

/**
 * Of the screens that add up many rows: what all of their statements take.
 *
 * @param {Database} database
 * @param {Map<string, Visit>} visited
 */
async function judgeSums({ url }, visited) {
  const signed = "SELECT count(DISTINCT customer_id) FROM contracts WHERE stands(status) AND campaign_id =";
  const screens = {
    "/campaigns/1/readiness": ["readiness of a campaign", `${signed} 1`],
    "/campaigns/3/readiness": ["readiness of a campaign", `${signed} 3`],
    "/financial/debts/customers": ["debts, contracts", "SELECT count(*) FROM contracts"],
  };
  for (const [path, [title, size = ""]] of Object.entries(screens)) {
    const visit = visited.get(path);
    if (!visit) continue;
    const { rows } = await query(url, size);
    judge(`${title} (${rows[0].count}): SQL in all`, 100, visit.milliseconds, "ms");
  }
}

/** @param {Map<string, Visit>} visited */
function judgeScreens(visited) {
  const screens = [...visited].flatMap(([path, { screen }]) => (screen ? { path, ...screen } : []));
  const worst = (/** @type {keyof Screen} */ figure) => screens.toSorted((a, b) => b[figure] - a[figure]);
  console.log(
    "\nThe heaviest screens: milliseconds of the server process for a request, KB of HTML, choices of a select",
  );
  for (const { path, cpu, html, choices } of new Set(
    /** @type {(keyof Screen)[]} */ (["cpu", "html", "choices"]).flatMap((figure) =>
      worst(figure).slice(0, 30),
    ),
  ))
    console.log(
      [...[cpu, html, choices].map((figure) => figure.toFixed(0).padStart(8)), `  ${path}`].join(""),
    );
  const title = `survey of ${screens.length} screens`;
  judge(`${title}: CPU time of the server process`, effort, worst("cpu")[0]?.cpu ?? 0, "ms");
  judge(`${title}: HTML`, weight, worst("html")[0]?.html ?? 0, "KB");
  judge(`${title}: choices of a select`, listed, worst("choices")[0]?.choices ?? 0);
  judge(`${title}: above ${effort} ms`, 0, screens.filter(({ cpu }) => cpu > effort).length);
  judge(`${title}: above ${weight} KB`, 0, screens.filter(({ html }) => html > weight).length);
}

/**
 * @param {Database} database
 * @param {Open} open
 * @param {string} only
 * @param {boolean} isWeighed
 */
async function visitAll(database, open, only, isWeighed) {
  const [place = ""] = only.split("?");
  const paths = addresses().filter((path) => path.includes(place));
  return visitEach(database, open, paths, {
    following: (filters) => filters.filter((filter) => filter.includes(only)),
    isWeighed,
  });
}

/**
 * Visits addresses of an office, and reads what PostgreSQL did for each.
 *
 * @param {Database} database
 * @param {Open} open
 * @param {string[]} paths
 * @param {{ following?: (filters: string[]) => string[], isWeighed?: boolean }} [options] those of the addresses that a page leads to which
 *   are visited too; whether screens are weighed
 */
export async function visitEach(database, open, paths, { following = () => [], isWeighed = false } = {}) {
  const name = new URL(database.url).pathname.slice(1);
  await query(database.url, `ALTER DATABASE ${name} SET pg_stat_statements.track = 'top'`);
  await query(database.url, "SELECT pg_stat_reset()");
  const office = await open(database);
  /** @type {Map<string, Visit>} */
  const visited = new Map();
  const look = async (/** @type {string} */ path) => {
    if (visited.has(path)) return [];
    const tries = [];
    let filters = /** @type {string[]} */ ([]);
    let html = "";
    for (let turn = 0; turn < visits; turn++) {
      await query(database.url, "SELECT pg_stat_statements_reset()");
      const { status, text } = await get(office, path);
      filters = filtersOf(path, text);
      html = text.includes('<div class="shell"') ? text : "";
      tries.push({ status, ...(await statementsOf(database.url)) });
    }
    const middle = tries.toSorted((a, b) => a.slowest - b.slowest)[tries.length >> 1];
    const screen = html && isWeighed ? await weigh(office, path, html) : undefined;
    if (middle) visited.set(path, { ...middle, screen });
    return filters;
  };
  for (const path of paths) for (const filter of following(await look(path))) await look(filter);
  await office.stop(); // so that its connections report what they have read
  await query(database.url, `ALTER DATABASE ${name} RESET pg_stat_statements.track`);
  return { visited, scanned: await tablesReadWhole(database.url) };
}

/**
 * @param {Office} office
 * @param {string} path
 * @param {string} html
 * @returns {Promise<Screen>}
 */
async function weigh(office, path, html) {
  const before = cpuTimeOf(office.pid);
  for (let turn = 0; turn < timed; turn++) await get(office, path);
  const choices = [...html.matchAll(/<select.*?<\/select>/gs)].map(
    ([select]) => select.split('<option value="').length - select.split('<option value=""').length,
  );
  return {
    cpu: (cpuTimeOf(office.pid) - before) / timed,
    html: Buffer.byteLength(html) / 1000,
    choices: Math.max(0, ...choices),
  };
}

/** @param {string} url */
async function statementsOf(url) {
  const { rows } = await query(
    url,
    `SELECT total_exec_time AS total, max_exec_time AS slowest, left(regexp_replace(query, '\\s+', ' ', 'g'), 220) AS text
     FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND query NOT LIKE '%pg_stat_statements%' AND query !~ '^(UPDATE|INSERT INTO customer_debts) ' -- which the chores ask for
     ORDER BY max_exec_time DESC`,
  );
  const milliseconds = rows.reduce((sum, { total }) => sum + total, 0);
  return { milliseconds, slowest: rows[0]?.slowest ?? 0, statement: rows[0]?.text ?? "" };
}

/**
 * Large tables of which sequential scans have read as many rows as they have.
 *
 * @param {string} url
 * @returns {Promise<string[]>}
 */
async function tablesReadWhole(url) {
  const { rows } = await query(
    url,
    `SELECT relname FROM pg_stat_user_tables JOIN pg_class USING (relname)
     WHERE reltuples > ${large} AND seq_tup_read >= reltuples AND relname NOT LIKE '%\\_totals' ORDER BY 1`,
  );
  return rows.map(({ relname }) => relname);
}

/**
 * @param {import("./load.js").Target} office
 * @param {string} path
 * @returns {Promise<{ status: number, text: string }>} the answer, or the beginning of a long one
 */
async function get({ port, cookie }, path) {
  const ended = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { Cookie: cookie },
    signal: ended.signal,
    redirect: "manual",
  });
  /** @type {Uint8Array[]} */
  const parts = [];
  let bytes = 0;
  const reader = answer.body?.getReader();
  for (let part = await reader?.read(); part?.value && bytes < enough; part = await reader?.read()) {
    bytes += part.value.length;
    parts.push(part.value);
  }
  ended.abort();
  return { status: answer.status, text: Buffer.concat(parts).toString() };
}
