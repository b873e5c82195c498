import { judge, print } from "./aims.js";
import { query } from "./data.js";
import { names } from "./fill/offers.js";
import { load, measure, post, quantile, receiptsToPost, visit } from "./load.js";
import { loadMixed } from "./mixed-load.js";
import { memoryOf } from "./processes.js";

/**
 * @typedef {import("./load.js").Target} Target
 * @typedef {{ rounds: number, seconds: number }} Extent
 */

const list = visit("The contracts", "/contracts");
const receipts = visit("The receipts", "/financial/receipts");
const searched = (/** @type {string} */ title, /** @type {string} */ name) =>
  visit(title, `/contracts?search=${encodeURIComponent(name)}&status=active`);
const common = searched("Active contracts of a first name that 1 of 20 has", names.common);
const rare = searched("Active contracts of a family name that 20 people have", names.rare);

const posted = (/** @type {Record<string, unknown>[]} */ bodies) => ({
  title: "Receipts posted by call",
  requests: [post("/api/receipt-vouchers", bodies)],
});

/**
 * Measures the office's rates beside those of a bare server that does the same work with the best SQL (docs/decisions/bench.md).
 *
 * @param {Target & { supervisor: number }} office
 * @param {Target} bare
 * @param {string} url of the office's database
 * @param {Extent} extent
 */
export async function compare(office, bare, url, extent) {
  let memory = 0;
  let slowest = { title: "", times: 0 };
  for (const { work, aim, aimAtTen } of await partsOf(url)) {
    /** @type {Record<string, number>[]} */
    const lines = [];
    for (const connections of [1, 10, 50]) {
      const [app, other] = await measure([office, bare], work, { connections, ...extent });
      const ratio = app.perSecond / other.perSecond;
      lines.push({ connections, ratio, ...app, ...prefixed("bare ", other) });
      memory = Math.max(memory, app.memory);
      const times = app.p99 / app.median;
      if (connections === 50 && times > slowest.times) slowest = { title: work.title, times };
    }
    print(work.title, lines);
    const least = Math.min(...lines.map(({ ratio = 0 }) => ratio));
    if (aim) judge(`${work.title}: of the bare server's rate`, -aim, least);
    if (aimAtTen) judge(`${work.title}: the same, 10 connections`, -aimAtTen, lines[1]?.ratio ?? 0);
  }
  judge(`p99 of p50 at 50 connections, at its worst (${slowest.title})`, 10, slowest.times, "times");
  judgeMemory(office, memory, process.version);
}

/**
 * Measures the office's memory under the same loads, for another version of Node.
 *
 * @param {Target & { supervisor: number }} office
 * @param {string} url of its database
 * @param {Extent} extent
 * @param {string} version of its Node
 */
export async function benchMemory(office, url, { rounds, seconds }, version) {
  let memory = 0;
  for (const { work } of await partsOf(url)) {
    await load(office, work, { connections: 50, seconds: rounds * seconds });
    memory = Math.max(memory, memoryOf(office.pid).now);
  }
  judgeMemory(office, memory, version);
}

/**
 * @param {{ supervisor: number }} office
 * @param {number} memory of its server, in MB
 * @param {string} version of its Node
 */
function judgeMemory({ supervisor }, memory, version) {
  const both = (memory + memoryOf(supervisor).now) * 1e6;
  judge(`memory of server and supervisor after 50 connections, Node ${version}`, 250, both / 2 ** 20, "MiB");
}

/**
 * The loads of the office, with the least share of the bare server's rate that each should have.
 *
 * @param {string} url of the office's database
 * @returns {Promise<{ work: import("./load.js").Work, aim?: number, aimAtTen?: number }[]>}
 */
export async function partsOf(url) {
  const bodies = await receiptsToPost(url);
  const form = {
    title: "Receipts posted by form",
    requests: [post("/financial/receipts/new", bodies, true)],
  };
  return [
    { work: list, aim: 0.2 },
    { work: receipts, aim: 0.2 },
    { work: common, aim: 0.8 },
    { work: rare },
    { work: visit("The contracts by call", "/api/contracts?page=1"), aim: 0.4 },
    { work: posted(bodies), aim: 0.5, aimAtTen: 0.7 },
    { work: form, aim: 0.35 },
  ];
}

/**
 * @param {Target} office
 * @param {Target} smallOffice
 * @param {Extent} extent
 */
export async function compareGrowth(office, smallOffice, extent) {
  const lines = [];
  for (const work of [list, receipts, rare]) {
    const [large, small] = await measure([office, smallOffice], work, { ...extent, connections: 10 });
    const growth = small.perSecond / large.perSecond;
    lines.push({ title: work.title, growth, small: small.perSecond, large: large.perSecond });
  }
  print("From a hundredth of the rows to the whole, 10 connections", lines);
  judge("growth from a hundredth of the rows", 1.5, Math.max(...lines.map(({ growth }) => growth)), "times");
}

/**
 * @param {Target} office
 * @param {string} url
 * @param {Extent} extent
 */
export async function benchMixedLoad(office, url, { seconds }) {
  const bodies = await receiptsToPost(url);
  await loadMixed(url, office, { clerks: 6, seconds: 1, bodies }); // a first run for warming up
  const lines = [];
  for (const clerks of [6, 12, 20])
    lines.push({ clerks, ...(await loadMixed(url, office, { clerks, seconds: 5 * seconds, bodies })) });
  print("Receipts posted, edited across accounts, cancelled and deleted, in the same cash boxes", lines);
  judge("mixed load: operations per second", -100, Math.min(...lines.map(({ perSecond }) => perSecond)));
  for (const trouble of /** @type {const} */ (["deadlocks", "retries", "refused"]))
    judge(
      `mixed load: ${trouble}`,
      0,
      lines.reduce((sum, line) => sum + line[trouble], 0),
    );
}

/**
 * Measures the audit log's cost for a posted receipt: PostgreSQL's time in its triggers, and in the statement that names the
 * user.
 *
 * @param {() => Promise<Target & { stop: () => Promise<void> }>} open starts an office; when it stops PostgreSQL has its figures
 * @param {string} url of its database
 * @param {Extent} extent
 */
export async function benchAuditLog(open, url, { rounds, seconds }) {
  const database = `ALTER DATABASE ${new URL(url).pathname.slice(1)}`;
  await query(
    url,
    `${database} SET track_functions = 'pl'; ${database} SET pg_stat_statements.track = 'top'`,
  );
  const office = await open();
  const work = posted(await receiptsToPost(url));
  const extent = { connections: 1, seconds: 2 * rounds * seconds };
  await load(office, work, extent); // a first run for warming up
  await query(url, "SELECT pg_stat_reset(), pg_stat_statements_reset()");
  const { latencies } = await load(office, work, extent);
  await office.stop();
  const { rows } = await query(
    url,
    `SELECT (SELECT sum(total_time) / ${latencies.length} FROM pg_stat_user_functions WHERE funcname LIKE 'write%audit_log') AS triggers,
       (SELECT mean_exec_time FROM pg_stat_statements WHERE query LIKE 'SELECT set_config%' ORDER BY calls DESC LIMIT 1) AS telling`,
  );
  const { triggers, telling } = rows[0];
  const whole = quantile(latencies, 0.5);
  print("What the audit log costs a receipt that is posted, in milliseconds", [{ whole, triggers, telling }]);
  judge("the audit log's share of a receipt's time", 0.1, (triggers + telling) / whole);
}

/**
 * @param {string} prefix
 * @param {object} figures
 * @returns {Record<string, number>}
 */
const prefixed = (prefix, figures) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [prefix + name, value]));
