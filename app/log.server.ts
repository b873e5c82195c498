import pino from "pino";

/**
 * The log: a line of JSON on standard output for every request and every fault, without personal data
 * (docs/decisions/seeing.md). Lines stay whole where several processes write to one pipe: none is longer than 4 KiB.
 */
export const log = pino(
  {
    level: process.env.LOG_LEVEL || "info",
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  },
  pino.destination({ dest: 1, sync: false, maxWrite: 4096 }),
);
