import { judge } from "./aims.js";
import { receiptsToPost } from "./posts.js";
import { measure } from "./rates.js";

/**
 * The office's rates beside those of a bare server that does the same work with the best SQL (docs/decisions/bench.md).
 *
 * @typedef {import("./rates.js").Address} Address
 *
 * @param {import("./rates.js").Load} load
 * @param {import("./rates.js").Target} office
 * @param {import("./rates.js").Target} bare
 * @param {{ url: string, rounds: number, seconds: number, list: Address, receipts: Address, common: Address, rare: Address }} options
 */
export async function compare(load, office, bare, { url, list, receipts, common, rare, ...extent }) {
  const bodies = await receiptsToPost(url);
  const parts = [
    { ...list, aim: 0.2 },
    { ...receipts, aim: 0.2 },
    { ...common, aim: 0.8 },
    { ...rare, aim: undefined },
    { title: "The contracts by call", path: "/api/contracts?page=1", aim: 0.35 },
    { title: "Receipts posted by call", path: "/api/receipt-vouchers", bodies, aim: 0.5 },
    { title: "Receipts posted by form", path: "/financial/receipts/new", bodies, isForm: true, aim: 0.35 },
  ];
  let memory = 0;
  let slowest = { title: "", times: 0 };
  for (const { aim, ...address } of parts) {
    await measure(load, [office, bare], address, { connections: 10, rounds: 1, seconds: extent.seconds }); // warm
    console.log(`\n${address.title}: ${address.path.replace(/search=[^&]*/, "search=…")}`);
    console.log(
      "  connections    app/s   bare/s   ratio    p50    p99 ms   bare p50    p99   CPU ms   bare   memory",
    );
    /** @type {number[]} */
    const ratios = [];
    for (const connections of [1, 10, 50]) {
      const [app, other] = await measure(load, [office, bare], address, { connections, ...extent });
      if (!app || !other) continue;
      ratios.push(app.perSecond / other.perSecond);
      memory = Math.max(memory, app.memory);
      const times = app.p99 / app.median;
      if (connections === 50 && times > slowest.times) slowest = { title: address.title, times };
      console.log(
        `  ${String(connections).padStart(11)} ${cells([app.perSecond, other.perSecond], 9, 0)}` +
          `${cells([app.perSecond / other.perSecond], 8, 2)}${cells([app.median, app.p99], 7, 1)}    ` +
          `${cells([other.median, other.p99], 8, 1)}${cells([app.cpu, other.cpu], 8, 2)}${cells([app.memory], 8, 0)}`,
      );
    }
    if (aim) judge(`${address.title}: of the bare server's rate`, -aim, Math.min(...ratios), "");
  }
  judge(`p99 of p50 at 50 connections, at its worst (${slowest.title})`, 10, slowest.times, "times");
  judge("memory after 50 connections", 250, memory, "MB");
}

/**
 * @param {number[]} values
 * @param {number} width
 * @param {number} decimals
 */
function cells(values, width, decimals) {
  return values.map((value) => value.toFixed(decimals).padStart(width)).join("");
}
