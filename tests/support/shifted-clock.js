import { readFileSync } from "node:fs";

/*
 * Preloaded into an office whose clock a test sets: its Date is the machine's, moved by the milliseconds that CLOCK_FILE
 * holds at the moment. The database keeps its own time.
 */
const file = process.env.CLOCK_FILE ?? "";
const Machine = Date;
const now = () => Machine.now() + Number(readFileSync(file, "utf8"));

globalThis.Date = /** @type {DateConstructor} */ (
  class extends Machine {
    /** @param {any[]} parts */
    constructor(...parts) {
      super(...(parts.length ? parts : [now()]));
    }
    static now = now;
    /** @param {unknown} value */
    static [Symbol.hasInstance](value) {
      return value instanceof Machine;
    }
  }
);
