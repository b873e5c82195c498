import { judge } from "./aims.js";
import { query } from "./data.js";
import { median } from "./trail-cost.js";

const year = new Date().getFullYear() - 1;
const financial = (/** @type {string} */ query) => `/reports/financial?${query}`;
const administrative = (/** @type {string} */ query) => `/reports/administrative?${query}`;

/** Every report of the office, over the year that `createOffice` fills, and where it has most to read. */
export const reports = [
  ...["cash", "contracts", "balances"].flatMap((report) => [
    financial(`report=${report}&period=yearly&on=${year}-06-15`),
    financial(`report=${report}&period=monthly&on=${year}-06-15`),
    financial(`report=${report}&from=${year}-01-01&to=${year + 1}-12-31`),
  ]),
  financial("report=profit"),
  financial("report=profit&campaign_id=1"),
  ...["campaigns", "customers", "services", "operations"].flatMap((report) => [
    administrative(`report=${report}&from=${year}-06-01&to=${year}-06-30`),
    administrative(`report=${report}&from=${year}-06-01&to=`), // many signed before it, for whom it looks too
    administrative(`report=${report}&from=&to=`),
  ]),
];

/** What of PostgreSQL's settings `benchReports` needs, to tell the slowest statement of each. */
export const reportSettings = { shared_preload_libraries: "pg_stat_statements" };

/**
 * How long each report takes to answer, and its slowest statement.
 *
 * @param {string} url of the database
 * @param {import("./rates.js").Target} office
 */
export async function benchReports(url, office) {
  await query(url, "CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  console.log("\nReports: milliseconds to the answer, of them the slowest statement");
  let slowest = 0;
  for (const path of reports) {
    await query(url, "SELECT pg_stat_statements_reset()");
    const times = [];
    for (let turn = 0; turn < 5; turn++) times.push(await timeOf(path, office));
    const { rows } = await query(
      url,
      `SELECT max(mean_exec_time) AS statement FROM pg_stat_statements
       WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    slowest = Math.max(slowest, median(times));
    const [answer, statement] = [median(times), Number(rows[0].statement)];
    console.log(`  ${answer.toFixed(0).padStart(6)} ${statement.toFixed(0).padStart(6)}  ${path}`);
  }
  judge("the slowest report", 1000, slowest, "ms");
}

/**
 * @param {string} path
 * @param {import("./rates.js").Target} office
 */
async function timeOf(path, { port, cookie }) {
  const start = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Cookie: cookie } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await answer.arrayBuffer();
  return performance.now() - start;
}
