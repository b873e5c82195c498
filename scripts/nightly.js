import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Refusal, told } from "./refusal.js";

const hour = 60 * 60 * 1000;
const minute = 60 * 1000;

/** When a night's backup is due: two hours into the day. */
const due = 2 * hour;

/**
 * How many nightly backups an office keeps.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function backupsKept({ BACKUPS_KEPT = "" }) {
  if (!/^\d{0,4}$/.test(BACKUPS_KEPT)) throw new Refusal(`BACKUPS_KEPT is no number: ${BACKUPS_KEPT}`);
  return Number(BACKUPS_KEPT);
}

/**
 * Backs the embedded database and the files up into DATA_DIR/backups, every night at two o'clock of the office's time, and
 * at once where that was missed. One that fails is tried again every ten minutes, and never ends the office.
 *
 * @param {NodeJS.ProcessEnv & { DATA_DIR: string }} env
 * @param {number} kept how many; the oldest go
 * @returns {() => void} ends it, and a backup under way
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
      console.error(`The nightly backup failed (${told(error)}); it is tried again in ten minutes.`);
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
 * The day whose night it is: until two o'clock still the one before.
 *
 * @param {Date} now
 * @param {string} [timeZone]
 */
export function nightOf(now, timeZone) {
  const options = { timeZone: timeZone || "Asia/Riyadh" };
  return new Date(now.getTime() - due).toLocaleDateString("sv-SE", options); // as 2026-11-22
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
    detached: true, // from Ctrl-C, of which the office tells it
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

/**
 * And what was left of one that was broken off.
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
