import { setTimeout as pause } from "node:timers/promises";
import type { RunningApp } from "./app";
import { residentMegabytes } from "./memory";

/**
 * Repeats an office's health check while some work runs.
 * @returns the work's result; how long the slowest of nine in ten of these requests took, in milliseconds, since a busy
 * machine holds up one or another, and how long the slowest of all; and by how many MB the office grew
 */
export async function watchDuring<T>(app: RunningApp, work: () => Promise<T>) {
  const before = residentMegabytes(app.pid());
  const waits: number[] = [];
  let growth = 0;
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      const asked = performance.now();
      await fetch(`${app.url}/healthz`);
      waits.push(performance.now() - asked);
      growth = Math.max(growth, residentMegabytes(app.pid()) - before);
      await pause(20);
    }
  })();
  const result = await work().finally(() => {
    isOver = true;
  });
  await watch;
  waits.sort((one, other) => one - other);
  return { result, growth, usual: waits[Math.floor(waits.length * 0.9)] ?? 0, slowest: waits.at(-1) ?? 0 };
}
