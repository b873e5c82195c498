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
 * @param {Partial<Record<string, string>>} env
 * @throws {Refusal} if it is none, or cannot be kept
 */
export function backupsKept({ BACKUPS_KEPT = "", BACKUPS_URL, DATABASE_URL }) {
  if (!/^\d{0,4}$/.test(BACKUPS_KEPT)) throw new Refusal(`BACKUPS_KEPT is no number: ${BACKUPS_KEPT}`);
  const kept = Number(BACKUPS_KEPT);
  if (DATABASE_URL && (kept > 0 || BACKUPS_URL))
    throw new Refusal(
      "BACKUPS_KEPT and BACKUPS_URL are for the embedded database: with DATABASE_URL let cron run `npm run backup -- FILE`.",
    );
  if (BACKUPS_URL && kept === 0)
    throw new Refusal("BACKUPS_URL takes copies of nightly backups: set BACKUPS_KEPT to their number.");
  return kept;
}

/**
 * Backs up the embedded database and the files into DATA_DIR/backups, every night at two o'clock of the office's time zone, and
 * at once if that was missed, and copies the backup to BACKUPS_URL. What fails is tried again every ten minutes and never ends the
 * office.
 *
 * @param {NodeJS.ProcessEnv & { DATA_DIR: string }} env
 * @param {number} kept the number of backups that stay, in each place
 * @returns {() => void} stops it, and a running backup
 */
export function backUpNightly(env, kept) {
  const folder = join(env.DATA_DIR, "backups");
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  let lastCopied = "";
  const run = async (/** @type {string} */ script, /** @type {string[]} */ args) => {
    child = start(script, args, env);
    const [status, signal] = await once(child, "exit");
    child = undefined;
    if (status !== 0) throw new Refusal(signal ?? `status ${status}`);
  };
  const backUpTonight = async () => {
    const name = nameOf(nightOf(new Date(), env.APP_TIME_ZONE));
    const file = join(folder, name);
    if (!existsSync(file)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await run("backup.js", ["--allow-missing", file]);
      for (const old of namesToRemove(readdirSync(folder), name, kept)) rmSync(join(folder, old));
    }
    if (!env.BACKUPS_URL || lastCopied === name) return;
    await run("backup/copy.js", [file, String(kept)]);
    lastCopied = name;
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

const nameOf = (/** @type {string} */ night) => `office-${night}.tar.gz`;

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
 * @param {string} script
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function start(script, args, env) {
  const leave = new URL("leave-with-parent.js", import.meta.url).href;
  return spawn(process.execPath, ["--import", leave, new URL(script, import.meta.url).pathname, ...args], {
    env: { ...env, DATABASE_URL: undefined },
    detached: true, // not reached by Ctrl-C; the office ends it
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

/**
 * The oldest backups of a place beyond those that stay, and the remains of interrupted ones. A backup of a later night than this one
 * was written while the clock was ahead: it does not count, and stays.
 *
 * @param {string[]} names
 * @param {string} tonight the backup that was just written
 * @param {number} kept
 */
export function namesToRemove(names, tonight, kept) {
  const all = names.filter((name) => /^office-\d{4}-\d\d-\d\d\.tar\.gz(\.part)?$/.test(name));
  const later = all.filter((name) => name > tonight && name.endsWith(".gz"));
  if (later.length > 0)
    console.error(
      `Backups of nights that have not come, which the clock must have named: ${later.join(", ")}. They stay until you remove them.`,
    );
  const whole = all.filter((name) => name <= tonight && name.endsWith(".gz")).sort();
  const stay = new Set([...later, ...whole.slice(-kept)]);
  return all.filter((name) => !stay.has(name));
}
