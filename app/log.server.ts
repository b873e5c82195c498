import pino from "pino";

/** Lines that cannot be written wait, up to a limit; beyond it lines are lost. */
const lines = pino.destination({ dest: 1, sync: false, maxWrite: 4096, maxLength: 1024 * 1024 });

// Without a listener an unwritable log, as on a full disk, would stop the server. At the end of the process the library would
// retry forever.
lines.on("error", () => {
  lines.flushSync = () => {};
});

/**
 * The log: a line of JSON on standard output for every request and every fault, without personal data
 * (docs/decisions/log.md). Lines have at most 4 KiB, so that those of several processes do not mix in one pipe.
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
