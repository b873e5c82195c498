import { setTimeout as pause } from "node:timers/promises";
import { query } from "./data.js";
import { load, post, quantile } from "./load.js";

const path = "/api/receipt-vouchers";

/**
 * Simulates clerks who post receipts, move them to other accounts, cancel and delete them, all in the same few cash boxes.
 *
 * @param {string} url of the office's database
 * @param {import("./load.js").Target} office
 * @param {{ clerks: number, seconds: number, bodies: Record<string, unknown>[] }} extent the receipts that they post
 */
export async function loadMixed(url, office, { clerks, seconds, bodies }) {
  const before = await troublesOf(url);
  const boxes = await cashBoxesByCurrency(url);
  let turn = 0;

  /** @type {import("autocannon").Request} */
  const create = {
    ...post(path, bodies),
    onResponse: (_status, body, context) => Object.assign(context, JSON.parse(body).receipt_voucher),
  };
  /**
   * @param {"PUT" | "DELETE"} method
   * @param {(voucher: any) => object} [change]
   * @returns {import("autocannon").Request}
   */
  const alter = (method, change) => ({
    setupRequest: (request, context) => ({
      .../** @type {any} */ (request),
      method,
      path: `${path}/${Object(context).id}`,
      headers: { .../** @type {any} */ (request).headers, "Content-Type": "application/json" },
      body: change && JSON.stringify(change(context)),
    }),
  });
  const move = alter("PUT", ({ currency_id }) => {
    const own = boxes[currency_id] ?? [];
    return { amount: 1 + (++turn % 3), cash_box_id: own[turn % own.length] };
  });
  const cancel = alter("PUT", () => ({ status: "cancelled" }));
  const requests = [create, move, move, move, cancel, create, create, move, move, move, alter("DELETE")];

  const run = await load(office, { title: "Mixed", requests }, { connections: clerks, seconds });
  const after = await troublesOf(url);
  return {
    perSecond: (run.latencies.length - run.refused.length) / run.seconds,
    median: quantile(run.latencies, 0.5),
    p95: quantile(run.latencies, 0.95),
    refused: run.refused.length,
    deadlocks: after.deadlocks - before.deadlocks,
    retries: after.holes - before.holes,
  };
}

/**
 * The numbers of deadlocks and of gaps in the audit log's ids. A gap is an attempt that was rolled back and repeated.
 *
 * @param {string} url
 * @returns {Promise<{ deadlocks: number, holes: number }>}
 */
async function troublesOf(url) {
  await pause(1100); // idle sessions report their figures once a second; running statements end meanwhile
  const { rows } = await query(
    url,
    `SELECT deadlocks::int, (last_value - (SELECT count(*) FROM audit_log))::int AS holes
     FROM audit_log_id_seq, pg_stat_database WHERE datname = current_database()`,
  );
  return rows[0];
}

/**
 * @param {string} url
 * @returns {Promise<Record<number, number[]>>}
 */
async function cashBoxesByCurrency(url) {
  const { rows } = await query(
    url,
    "SELECT currency_id, array_agg(id ORDER BY id) AS ids FROM accounts WHERE kind = 'cash_box' GROUP BY 1",
  );
  return Object.fromEntries(rows.map(({ currency_id, ids }) => [currency_id, ids]));
}
