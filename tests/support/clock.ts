import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A clock for an office of a test: `fixture({ env: clock.env })` runs by it, and `clock.set("2027-01-02T09:00:00Z")` is
 * its time from the next request on.
 */
export function settableClock() {
  const file = join(tmpdir(), `office-clock-${process.pid}`);
  const set = (instant: string | Date) =>
    writeFileSync(file, String(new Date(instant).getTime() - Date.now()));
  set(new Date());
  const preload = new URL("shifted-clock.js", import.meta.url).href;
  return { set, env: { CLOCK_FILE: file, NODE_OPTIONS: `--import ${preload}` } };
}
