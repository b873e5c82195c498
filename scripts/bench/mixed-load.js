import { query } from "./data.js";

/**
 * Clerks who post receipts, edit them across accounts, cancel and delete them, all in the same few cash boxes.
 *
 * @param {string} url of the office's database
 * @param {import("./rates.js").Target} office
 * @param {{ clerks: number, seconds: number, bodies: Record<string, unknown>[] }} extent the receipts that they post
 * @returns {Promise<{ perSecond: number, median: number, p95: number, failures: string[], deadlocks: number, retries: number }>}
 */
export async function loadMixed(url, office, { clerks, seconds, bodies }) {
  const before = await deadlocksOf(url);
  const holesBefore = await holesInTrail(url);
  const boxes = await cashBoxesByCurrency(url);
  /** @type {number[]} */
  const latencies = [];
  /** @type {string[]} */
  const failures = [];
  let posted = 0;

  /** @param {string} method @param {string} path @param {object} [body] */
  async function send(method, path, body) {
    const start = performance.now();
    const answer = await fetch(`http://127.0.0.1:${office.port}/api/receipt-vouchers${path}`, {
      method,
      headers: { Cookie: office.cookie, "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const { receipt_voucher, message } = await answer.json();
    latencies.push(performance.now() - start);
    if (!answer.ok) failures.push(`${method} ${answer.status}: ${message}`);
    return receipt_voucher;
  }

  /** @param {number} end */
  async function clerk(end) {
    /** @type {{ id: number, amount: number, currency_id: number, cash_box_id: number }[]} */
    const own = [];
    for (let turn = 0; performance.now() < end; turn++) {
      const step = own.length < 4 ? 0 : turn % 6;
      const voucher = step && own[turn % own.length];
      if (!voucher) {
        const created = await send("POST", "", bodies[posted++ % bodies.length]);
        if (created) own.push(created);
      } else if (step <= 3) {
        const [first, ...others] = boxes[voucher.currency_id] ?? [];
        const cash_box_id =
          others[turn % others.length] === voucher.cash_box_id ? first : others[turn % others.length];
        Object.assign(voucher, await send("PUT", `/${voucher.id}`, { amount: 1 + (turn % 3), cash_box_id }));
      } else {
        own.splice(own.indexOf(voucher), 1);
        await (step === 4
          ? send("PUT", `/${voucher.id}`, { status: "cancelled" })
          : send("DELETE", `/${voucher.id}`));
      }
    }
  }

  const start = performance.now();
  await Promise.all(Array.from({ length: clerks }, () => clerk(start + seconds * 1000)));
  const took = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    perSecond: (latencies.length - failures.length) / took,
    median: at(0.5),
    p95: at(0.95),
    failures,
    deadlocks: (await deadlocksOf(url)) - before,
    retries: (await holesInTrail(url)) - holesBefore,
  };
}

/** @param {string} url */
async function deadlocksOf(url) {
  await new Promise((resolve) => setTimeout(resolve, 1100)); // idle sessions report their figures once a second
  const { rows } = await query(
    url,
    "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
  );
  return rows[0].deadlocks;
}

/**
 * Lines of the trail whose numbers were taken and rolled back: none refused, each is of a try that was followed by another.
 *
 * @param {string} url
 */
async function holesInTrail(url) {
  const { rows } = await query(
    url,
    "SELECT (last_value - (SELECT count(*) FROM trail))::int AS holes FROM trail_id_seq",
  );
  return rows[0].holes;
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
