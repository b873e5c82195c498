import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { register } from "tsx/esm/api";
import { runningEmbeddedPostgres, startEmbeddedPostgres } from "../embedded-postgres.js";
import { requireOwnAccount } from "../postgres/owner.js";
import { projectDir } from "../prepare.js";
import { errorText, Refusal } from "../refusal.js";
import { requirePlaces, trimSettings } from "../settings.js";

/* The office that is backed up or restored. The environment names it, as for `npm start`. */

const folderOf = (/** @type {NodeJS.ProcessEnv} */ { DATA_DIR }) =>
  resolve(DATA_DIR || join(projectDir, "data"));

/**
 * @param {{ isNew: boolean }} options whether an embedded database may be created here
 * @param {(url: string) => Promise<void>} work gets the database's address: DATABASE_URL, or that of the embedded one, which
 *   is started for the work unless the office runs
 */
export async function withDatabase({ isNew }, work) {
  requirePlaces(process.env);
  const dataDir = folderOf(process.env);
  if (isNew) requireOwnAccount(dataDir);
  const running = process.env.DATABASE_URL || runningEmbeddedPostgres(dataDir);
  if (running) return work(running);
  if (!isNew && !existsSync(join(dataDir, "postgres")))
    throw new Refusal(`There is no office in ${dataDir}: set DATA_DIR, or DATABASE_URL.`);
  const database = await startEmbeddedPostgres(dataDir);
  try {
    await work(database.url);
  } finally {
    await database.stop();
  }
}

/** @returns {Promise<import("flydrive").Disk>} the store of the office's files */
export async function fileStore() {
  register();
  process.env.DATA_DIR = folderOf(process.env);
  const { disk } = await import("../../app/files/disk.server");
  return disk();
}

/**
 * The file that a command's argument names, relative to the folder where npm was called, and the flags beside it.
 *
 * @param {string} usage
 * @param {string[]} [known] the flags that the command has, of which one may be given
 */
export function givenFile(usage, known = []) {
  const args = process.argv.slice(2);
  const flags = args.filter((arg) => known.includes(arg));
  const [file, ...more] = args.filter((arg) => !known.includes(arg));
  if (!file || file.startsWith("-") || more.length > 0 || flags.length > 1)
    throw new Refusal(`Usage: ${usage}`);
  return { file: resolve(process.env.INIT_CWD || ".", file), flags };
}

/**
 * Runs a terminal's command to its end, and prints errors as a sentence.
 *
 * @param {() => Promise<void>} command
 * @returns {Promise<never>}
 */
export async function runCommand(command) {
  try {
    trimSettings(process.env);
    await command();
  } catch (error) {
    console.error(errorText(error));
    process.exitCode = 1;
  }
  process.exit();
}
