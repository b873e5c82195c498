import { readFileSync } from "node:fs";

/** What a process holds of the machine's memory, in MB. */
export function residentMegabytes(pid: number) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
