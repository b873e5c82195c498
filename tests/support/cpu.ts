import { cpuTimeOf } from "../../scripts/bench/processes.js";
import type { RunningApp } from "./app";

/*
 * What a server's work costs, in CPU time: it is the same on a busy machine. A test compares it with the cost of ordinary work that
 * was done in the same test, so that it is the same on a slow machine, too.
 */

/** @returns milliseconds of CPU time that a server spends while `work` runs */
export async function costOf(app: RunningApp, work: () => Promise<unknown>) {
  const before = cpuTimeOf(app.pid());
  await work();
  return cpuTimeOf(app.pid()) - before;
}

/** Does something so many times, one after the other. */
export async function repeat(count: number, work: () => Promise<unknown>) {
  for (let time = 0; time < count; time++) await work();
}
