import { randomUUID } from "node:crypto";
import autocannon from "autocannon";
import { query } from "./data.js";
import { cpuTimeOf, memoryOf } from "./processes.js";

/**
 * @typedef {{ port: number, pid: number, cookie: string }} Target a server, and a session of it
 * @typedef {{ title: string, requests: autocannon.Request[] }} Work what is asked of it, one request after the other
 * @typedef {{ connections: number, seconds: number, amount?: number }} Extent until an amount is answered, or for a time
 *
 * @typedef {object} Rate
 * @property {number} perSecond
 * @property {number} median of the latencies, in milliseconds
 * @property {number} p99
 * @property {number} cpu milliseconds that the serving process computed for one request
 * @property {number} memory of the serving process afterwards, in MB
 */

/** The headers of a browser. */
const headers = {
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Encoding": "gzip, deflate, br, zstd",
  "Accept-Language": "ar,en;q=0.9",
};

/**
 * @param {Target} target
 * @param {Work} work
 * @param {Extent} extent
 * @returns {Promise<{ latencies: number[], refused: number[], seconds: number }>} the latency of each answer, in milliseconds; in
 *   `refused` the status of each answer that was no success, and the number of broken connections if there were any
 */
export async function load({ port, cookie }, { requests }, { connections, seconds, amount }) {
  /** @type {number[]} */
  const latencies = [];
  /** @type {number[]} */
  const refused = [];
  const start = performance.now();
  const url = `http://127.0.0.1:${port}`;
  const until = amount ? { amount } : { duration: seconds };
  const options = { url, requests, connections, sampleInt: 20, ...until };
  /** @type {autocannon.Result} */
  const { errors } = await new Promise((done, fail) => {
    const settle = (/** @type {unknown} */ error, /** @type {any} */ result) =>
      error ? fail(error) : done(result);
    autocannon({ ...options, headers: { ...headers, Cookie: cookie } }, settle).on(
      "response",
      (_client, status, _bytes, milliseconds) => {
        latencies.push(milliseconds);
        if (status >= 400) refused.push(status);
      },
    );
  });
  const took = (performance.now() - start) / 1000;
  if (errors) refused.push(errors);
  return { latencies, refused, seconds: took };
}

/**
 * Sends the same requests to two servers in turn, round after round, so that the machine's other work affects both. Each gets as
 * many requests as it answered in the time of a round in a first, warming one: a load that ends by the clock leaves requests
 * unfinished.
 *
 * @param {[Target, Target]} targets
 * @param {Work} work
 * @param {Extent & { rounds: number }} extent
 * @returns {Promise<[Rate, Rate]>} of each target
 */
export async function measure(targets, work, { rounds, ...extent }) {
  const sums = [];
  for (const target of targets) {
    const { latencies, seconds } = await load(target, work, {
      ...extent,
      amount: 20 + 2 * extent.connections,
    });
    const amount = Math.max(extent.connections, Math.round((latencies.length / seconds) * extent.seconds));
    sums.push({ target, amount, latencies: /** @type {number[]} */ ([]), seconds: 0, cpu: 0 });
  }
  for (let round = 0; round < rounds; round++) {
    // The order alternates, since the first one has a cooler machine or a busier disk.
    for (const sum of round % 2 ? sums.toReversed() : sums) {
      const before = cpuTimeOf(sum.target.pid);
      const { latencies, refused, seconds } = await load(sum.target, work, { ...extent, amount: sum.amount });
      if (refused.length)
        throw new Error(
          `${work.title} was refused by the ${sum === sums[0] ? "first" : "second"}: ${refused}`,
        );
      sum.cpu += cpuTimeOf(sum.target.pid) - before;
      sum.seconds += seconds;
      sum.latencies.push(...latencies);
    }
  }
  const rates = sums.map(({ target, latencies, seconds, cpu }) => ({
    perSecond: latencies.length / seconds,
    ...{ median: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) },
    ...{ cpu: cpu / latencies.length, memory: memoryOf(target.pid).now },
  }));
  return /** @type {[Rate, Rate]} */ (rates);
}

/**
 * @param {number[]} values
 * @param {number} share
 */
export function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

/**
 * @param {string} title
 * @param {string} path
 * @returns {Work}
 */
export const visit = (title, path) => ({ title, requests: [{ method: "GET", path }] });

let turn = 0;

/**
 * A request with a body and an idempotency key of its own each time.
 *
 * @param {string} path
 * @param {Record<string, unknown>[]} bodies in turn
 * @param {boolean} [isForm] a form instead of JSON
 * @returns {autocannon.Request}
 */
export const post = (path, bodies, isForm) => ({
  method: "POST",
  path,
  setupRequest(request) {
    const one = { ...bodies[turn++ % bodies.length], ...(isForm && { idempotency_key: randomUUID() }) };
    const type = isForm ? "x-www-form-urlencoded" : "json";
    return {
      ...request,
      headers: {
        ...request.headers,
        "Content-Type": `application/${type}`,
        "Idempotency-Key": randomUUID(), // a form's own key has precedence
      },
      body: isForm ? new URLSearchParams(Object(one)).toString() : JSON.stringify(one),
    };
  },
});

/**
 * Instalments of many contracts in many cash boxes, so that the posts rarely wait for one another.
 *
 * @param {string} url of the database
 * @returns {Promise<Record<string, unknown>[]>}
 */
export async function receiptsToPost(url) {
  const { rows } = await query(
    url,
    `SELECT contracts.id AS contract_id, customer_id, contracts.currency_id, accounts.id AS cash_box_id,
       1 AS amount, 'cash' AS payment_method, 'دفعة من قيمة العقد' AS description, current_date::text AS date
     FROM contracts JOIN accounts ON accounts.kind = 'cash_box' AND accounts.currency_id = contracts.currency_id
       AND accounts.name LIKE '% ' || 1 + contracts.id % 3
     WHERE contracts.status = 'active'
       AND campaign_id NOT IN (SELECT id FROM campaigns WHERE status = 'cancelled') -- for those a form asks first
     ORDER BY contracts.id % 1009, contracts.id LIMIT 2000`,
  );
  return rows;
}
