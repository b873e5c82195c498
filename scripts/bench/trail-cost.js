import pg from "pg";
import { query } from "./data.js";
import { measure } from "./rates.js";

/**
 * Lets the tables write their trail, or not.
 *
 * @param {string} url
 * @param {"ENABLE" | "DISABLE"} how
 */
async function switchTrail(url, how) {
  await query(
    url,
    `DO $$ DECLARE kept record; BEGIN
       FOR kept IN SELECT tgrelid::regclass AS name, tgname FROM pg_trigger WHERE tgname LIKE 'trail%' LOOP
         EXECUTE format('ALTER TABLE %s ${how} TRIGGER %I', kept.name, kept.tgname);
       END LOOP;
     END $$`,
  );
}

/**
 * What the trail costs a receipt that is posted: the time of its triggers, and that of telling who acts.
 *
 * @param {import("./rates.js").Load} load
 * @param {import("./rates.js").Target} office
 * @param {string} url of its database
 * @param {import("./rates.js").Address} post
 * @param {{ rounds: number, seconds: number }} extent
 * @returns {Promise<{ whole: number, without: number, telling: number }>} milliseconds
 */
export async function measureTrail(load, office, url, post, { rounds, seconds }) {
  /** @type {Record<"ENABLE" | "DISABLE", number[]>} */
  const times = { ENABLE: [], DISABLE: [] };
  for (let round = 0; round < 6 * rounds; round++) {
    /** @type {("ENABLE" | "DISABLE")[]} */
    const order = round % 2 ? ["ENABLE", "DISABLE"] : ["DISABLE", "ENABLE"];
    for (const how of order) {
      await switchTrail(url, how);
      await measure(load, [office], post, { connections: 1, rounds: 1, seconds: 0.2 }); // warm
      const [rate] = await measure(load, [office], post, { connections: 1, rounds: 1, seconds: seconds / 2 });
      times[how].push(rate?.median ?? 0); // the disk's own hiccups are in neither
    }
  }
  await switchTrail(url, "ENABLE");
  return { whole: median(times.ENABLE), without: median(times.DISABLE), telling: await timeToTell(url) };
}

/**
 * Who acts is told with the BEGIN.
 *
 * @param {string} url
 */
async function timeToTell(url) {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  const told = "SELECT set_config('office.user_id', '1', true), set_config('office.username', 'bench', true)";
  /** @type {number[][]} */
  const times = [[], []];
  try {
    for (let turn = 0; turn < 4000; turn++) {
      const start = performance.now();
      await session.query(`BEGIN;${turn % 2 ? told : ""}`);
      times[turn % 2]?.push(performance.now() - start);
      await session.query("COMMIT");
    }
  } finally {
    await session.end();
  }
  const [without = 0, whole = 0] = times.map(median);
  return whole - without;
}

/** @param {number[]} values */
export function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
