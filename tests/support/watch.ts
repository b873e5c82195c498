import { setTimeout as pause } from "node:timers/promises";
import { cpuTimeOf } from "../../scripts/bench/processes.js";
import type { RunningApp } from "./app";
import { residentMegabytes } from "./memory";

/**
 * Repeats an office's health check while some work runs.
 * @returns the work's result; by how many MB the office grew; its CPU time in milliseconds, of the thread that answers requests and of the
 * whole process: others wait while that thread works, not while another one does
 */
export async function watchDuring<T>(app: RunningApp, work: () => Promise<T>) {
  const pid = app.pid();
  const before = residentMegabytes(pid);
  const [answering, whole] = [cpuTimeOf(pid, pid), cpuTimeOf(pid)];
  let growth = 0;
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      await fetch(`${app.url}/healthz`);
      growth = Math.max(growth, residentMegabytes(pid) - before);
      await pause(20);
    }
  })();
  const result = await work().finally(() => {
    isOver = true;
  });
  await watch;
  return { result, growth, answering: cpuTimeOf(pid, pid) - answering, whole: cpuTimeOf(pid) - whole };
}
