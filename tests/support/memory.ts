import { readFileSync } from "node:fs";

/** The resident memory of a process, in MB. */
export function residentMegabytes(pid: number) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
