import { addresses } from "./addresses.js";
import { judge } from "./aims.js";
import { createOffice, query } from "./data.js";
import { visitEach } from "./survey.js";

/** The sizes of offices, in customers. */
const sizes = [10_000, 100_000, 1_000_000];
/** Milliseconds below which growth is noise. */
const floor = 5;
/** The largest factor for ten times the rows: the logarithm grows by a quarter, the rest is the noise of a machine. */
const steady = 1.5;

/**
 * Measures how the statements of every address grow with the office. An office that would take too long to fill is as large as the time
 * allows.
 *
 * @param {string} serverUrl
 * @param {import("./survey.js").Open} open
 * @param {{ secret: string, dataDir: string }} settings
 * @param {number} minutes for filling
 */
export async function benchGrowth(serverUrl, open, settings, minutes) {
  const paths = addresses().filter((path) => !/\/(export|print)\b/.test(path));
  /** @type {{ customers: number, visited: Map<string, import("./survey.js").Visit> }[]} */
  const offices = [];
  let left = minutes * 60;
  let perCustomer = 0;
  for (const size of sizes) {
    if (left <= 0) break;
    const customers = perCustomer ? Math.min(size, roundDown(left / perCustomer)) : size;
    const largest = offices.at(-1)?.customers ?? 0;
    if (customers <= largest) break;
    const start = performance.now();
    const url = await createOffice(serverUrl, `growth_${size}`, customers, { hasAuditLog: false });
    const seconds = (performance.now() - start) / 1000;
    left -= seconds;
    perCustomer = seconds / customers;
    const { rows } = await query(url, "SELECT pg_size_pretty(pg_database_size(current_database())) AS size");
    console.log(
      `${customers.toLocaleString("en-US")} customers: filled in ${seconds.toFixed(0)} s, ${rows[0].size}`,
    );
    const { visited } = await visitEach({ ...settings, url }, open, paths);
    offices.push({ customers, visited });
  }
  tell(offices);
}

/**
 * @param {{ customers: number, visited: Map<string, import("./survey.js").Visit> }[]} offices
 */
function tell(offices) {
  const [first, last] = [offices[0], offices.at(-1)];
  if (!first || !last || first === last) return;
  const tenfolds = Math.log10(last.customers / first.customers);
  const lines = [...last.visited].map(([path, { milliseconds, statement }]) => {
    const all = offices.map(({ visited }) => visited.get(path)?.milliseconds ?? 0);
    const growth = (Math.max(milliseconds, floor) / Math.max(all[0] ?? 0, floor)) ** (1 / tenfolds);
    return { path, all, growth, statement };
  });
  console.log(
    `\nSQL for each address, in milliseconds, at ${offices.map(({ customers }) => customers.toLocaleString("en-US")).join(", ")} customers, and its growth for ten times as many`,
  );
  for (const { path, all, growth, statement } of lines.toSorted((a, b) => b.growth - a.growth)) {
    console.log(`${[...all, growth].map((figure) => figure.toFixed(1).padStart(9)).join("")}  ${path}`);
    if (growth > steady) console.log(" ".repeat(9 * (all.length + 1) + 2) + statement);
  }
  const growing = lines.filter(({ growth }) => growth > steady);
  judge(
    `growth of ${lines.length} addresses: more than ${steady} times for ten times the customers`,
    0,
    growing.length,
  );
}

/** A number with its first digit only. @param {number} value */
function roundDown(value) {
  const step = 10 ** Math.floor(Math.log10(value));
  return Math.floor(value / step) * step;
}
