import { setTimeout as pause } from "node:timers/promises";
import { cpuTimeOf, memoryOf } from "./processes.js";

/**
 * What is asked for.
 *
 * @typedef {object} Address
 * @property {string} title
 * @property {string} path
 * @property {Record<string, unknown>[]} [bodies]
 * @property {boolean} [isForm]
 *
 * @typedef {object} Rate
 * @property {number} perSecond
 * @property {number} median of the latencies, in milliseconds
 * @property {number} p99
 * @property {number} cpu milliseconds that the serving process computed for one request
 * @property {number} memory of the serving process afterwards, in MB
 * @property {number} bytes of an answer
 *
 * @typedef {{ port: number, pid: number, cookie: string }} Target
 * @typedef {ReturnType<typeof import("./processes.js").startLoad>} Load
 */

/**
 * Asks several servers for the same in turn, round after round, so that what else the machine does falls on all.
 *
 * @param {Load} load
 * @param {Target[]} targets
 * @param {Address} address
 * @param {{ connections: number, rounds: number, seconds: number }} extent
 * @returns {Promise<Rate[]>} of each target
 */
export async function measure(load, targets, { path, bodies, isForm }, { connections, rounds, seconds }) {
  const sums = targets.map(() => ({
    requests: 0,
    seconds: 0,
    cpu: 0,
    bytes: 0,
    latencies: /** @type {number[]} */ ([]),
  }));
  for (let round = 0; round < rounds; round++) {
    // Who begins changes, since the first finds the machine cooler or the disk busier.
    for (const index of round % 2 ? [...targets.keys()].reverse() : targets.keys()) {
      const { port, pid, cookie } = /** @type {Target} */ (targets[index]);
      const sum = /** @type {typeof sums[0]} */ (sums[index]);
      const before = cpuTimeOf(pid);
      const part = await load.run({ port, cookie, path, bodies, isForm, connections, seconds });
      if (part.failure) throw new Error(`${path} was refused:\n${part.failure}`);
      sum.cpu += cpuTimeOf(pid) - before;
      sum.requests += part.requests;
      sum.seconds += part.seconds;
      sum.bytes = part.bytes;
      sum.latencies.push(...part.latencies);
      await pause(50);
    }
  }
  return sums.map(({ requests, latencies, ...sum }, index) => {
    latencies.sort((a, b) => a - b);
    return {
      perSecond: requests / sum.seconds,
      median: latencies[Math.floor(requests / 2)] ?? 0,
      p99: latencies[Math.floor(requests * 0.99)] ?? 0,
      cpu: sum.cpu / requests,
      memory: memoryOf(targets[index]?.pid ?? 0).now,
      bytes: sum.bytes,
    };
  });
}
