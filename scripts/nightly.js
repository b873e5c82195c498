import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { errorText, Refusal } from "./refusal.js";

const hour = 60 * 60 * 1000;
const minute = 60 * 1000;

/** The time of a night's backup: two o'clock. */
const due = 2 * hour;

/**
 * The number of nightly backups that an office keeps.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function backupsKept({ BACKUPS_KEPT = "" }) {
  if (!/^\d{0,4}$/.test(BACKUPS_KEPT)) throw new Refusal(`BACKUPS_KEPT is no number: ${BACKUPS_KEPT}`);
  return Number(BACKUPS_KEPT);
}

/**
 * Backs up the embedded database and the files into DATA_DIR/backups, every night at two o'clock of the office's time zone, and
 * at once if that was missed. A failed backup is tried again every ten minutes and never ends the office.
 *
 * @param {NodeJS.ProcessEnv & { DATA_DIR: string }} env
 * @param {number} kept the number of backups that stay
 * @returns {() => void} stops it, and a running backup
 */
export function backUpNightly(env, kept) {
  const folder = join(env.DATA_DIR, "backups");
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  const backUpTonight = async () => {
    const file = join(folder, `office-${nightOf(new Date(), env.APP_TIME_ZONE)}.tar.gz`);
    if (existsSync(file)) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    child = backUp(file, env);
    const [status, signal] = await once(child, "exit");
    child = undefined;
    if (status !== 0) throw new Refusal(signal ?? `status ${status}`);
    removeOldest(folder, kept);
  };
  const check = async () => {
    let wait = minute;
    try {
      await backUpTonight();
    } catch (error) {
      console.error(`The nightly backup failed (${errorText(error)}); it is tried again in ten minutes.`);
      wait = 10 * minute;
    }
    timer = setTimeout(check, wait);
  };
  let timer = setTimeout(check);
  return () => {
    child?.kill();
    child?.removeAllListeners();
    clearTimeout(timer);
  };
}

/**
 * The day to which a night's backup belongs: until two o'clock it is the day before.
 *
 * @param {Date} now
 * @param {string} [timeZone]
 */
export function nightOf(now, timeZone) {
  const options = { timeZone: timeZone || "Asia/Riyadh" };
  return new Date(now.getTime() - due).toLocaleDateString("sv-SE", options); // a date such as 2026-11-22
}

/**
 * @param {string} file
 * @param {NodeJS.ProcessEnv} env
 */
function backUp(file, env) {
  const leave = new URL("leave-with-parent.js", import.meta.url).href;
  const script = new URL("backup.js", import.meta.url).pathname;
  return spawn(process.execPath, ["--import", leave, script, file], {
    env: { ...env, DATABASE_URL: undefined },
    detached: true, // not reached by Ctrl-C; the office ends it
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

/**
 * Removes the oldest backups, and the remains of interrupted ones.
 *
 * @param {string} folder
 * @param {number} kept
 */
function removeOldest(folder, kept) {
  const all = readdirSync(folder).filter((name) => /^office-\d{4}-\d\d-\d\d\.tar\.gz(\.part)?$/.test(name));
  const whole = all.filter((name) => name.endsWith(".gz")).sort();
  const stay = new Set(whole.slice(-kept));
  for (const name of all) if (!stay.has(name)) rmSync(join(folder, name));
}
