import { setTimeout as pause } from "node:timers/promises";
import { largeTables, query } from "./data.js";

// An idle session of PostgreSQL tells its counts after ten seconds at the latest.
const countsAreTold = 11_000;

/**
 * Whether PostgreSQL reads a large table from end to end for any of these addresses, by its own counters.
 *
 * @param {string} url of the database
 * @param {import("./rates.js").Target} office which alone uses it meanwhile
 * @param {string[]} paths
 * @returns {Promise<{ sequential: Record<string, number>, indexed: number }>} sequential reads by table, where there
 *   were any, and how many reads by index there were in all
 */
export async function countScans(url, { port, cookie }, paths) {
  await pause(countsAreTold);
  const before = await counts(url);
  for (const path of paths) {
    for (let times = 0; times < 10; times++) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Cookie: cookie } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await answer.arrayBuffer();
    }
  }
  await pause(countsAreTold);
  const after = await counts(url);
  const grown = largeTables.map((table) => ({
    table,
    sequential: (after[table]?.sequential ?? 0) - (before[table]?.sequential ?? 0),
    indexed: (after[table]?.indexed ?? 0) - (before[table]?.indexed ?? 0),
  }));
  return {
    sequential: Object.fromEntries(
      grown.filter(({ sequential }) => sequential > 0).map(({ table, sequential }) => [table, sequential]),
    ),
    indexed: grown.reduce((sum, { indexed }) => sum + indexed, 0),
  };
}

/**
 * @param {string} url
 * @returns {Promise<Record<string, { sequential: number, indexed: number }>>}
 */
async function counts(url) {
  const { rows } = await query(
    url,
    `SELECT relname, seq_scan::int AS sequential, idx_scan::int AS indexed FROM pg_stat_user_tables
     WHERE relname = ANY($1)`,
    [largeTables],
  );
  return Object.fromEntries(rows.map(({ relname, ...count }) => [relname, count]));
}
