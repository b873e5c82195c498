import pino from "pino";

/** What cannot be written waits, up to a bound; beyond it lines are lost. */
const lines = pino.destination({ dest: 1, sync: false, maxWrite: 4096, maxLength: 1024 * 1024 });

// A log that cannot be written, as on a full disk, is no reason to stop; and the library would try forever at the end.
lines.on("error", () => {
  lines.flushSync = () => {};
});

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
  lines,
);
