import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Refusal } from "../refusal.js";
import { postgresBinaries } from "./binaries.js";

/** The role that owns everything in the database. */
export const superuser = "office";

// The account that runs it must not see our secrets.
export const bareEnvironment = /** @type {NodeJS.ProcessEnv} */ ({});

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: ".", // within the data: an office in another container sees by it that the server runs
  unix_socket_permissions: "0700",
  shared_buffers: "128MB",
  max_connections: "100",
  random_page_cost: "1.1",
  timezone: "UTC",
  // The server does not log clients' errors, which could contain personal data; clients log their own.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

/**
 * A PostgreSQL data folder and what running it needs.
 *
 * @typedef {object} Cluster
 * @property {string} folder
 * @property {string} binaries
 * @property {string} log
 * @property {string} id distinguishes this folder from a copy of it, which has the same password
 * @property {string} password
 * @property {Account} account
 * @property {Record<string, string>} settings
 *
 * @typedef {{ uid?: number, gid?: number }} Account empty for the present account
 */

/**
 * The data folder under `dataDir`, which is created if it is missing.
 *
 * @param {string} dataDir
 * @param {Record<string, string>} [overrides] settings of PostgreSQL
 * @returns {Promise<Cluster>}
 */
export async function openCluster(dataDir, overrides) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = join(dataDir, "postgres");
  const binaries = postgresBinaries(dataDir);
  const account = accountFor(folder);
  if (existsSync(folder)) {
    requireSameMajor(folder, binaries);
    giveTo(account, folder);
  } else await createCluster(folder, binaries, account);
  return {
    ...clusterAt(folder),
    binaries,
    account,
    settings: { ...settings, ...overrides },
    log: join(dataDir, "postgres.log"),
  };
}

/**
 * Refuses the data of another major version of PostgreSQL, which this one cannot read.
 *
 * @param {string} folder
 * @param {string} binaries
 */
function requireSameMajor(folder, binaries) {
  const of = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  const own = execFileSync(join(binaries, "bin", "postgres"), ["--version"], { encoding: "utf8" }).match(
    /\d+/,
  )?.[0];
  if (!of)
    throw new Refusal(`${folder} is damaged, its PG_VERSION is empty: restore a backup into a new DATA_DIR.`);
  if (of !== own)
    throw new Refusal(
      `${folder} was written by PostgreSQL ${of}, and this office has ${own}. Back up with the release that wrote it (npm run backup -- FILE), and restore with this one into a new DATA_DIR (npm run restore -- FILE).`,
    );
}

/**
 * An existing data folder, for a program beside its running office.
 *
 * @param {string} folder
 * @returns {Pick<Cluster, "folder" | "id" | "password">}
 */
export function clusterAt(folder) {
  const passwordFile = join(folder, "password");
  const password = readFileSync(passwordFile, "utf8").trim();
  if (!password)
    throw new Refusal(
      `${passwordFile} is empty: put it back from a copy of DATA_DIR, or restore a backup elsewhere.`,
    );
  const { dev, ino } = statSync(folder);
  return { folder, id: `office-${dev}-${ino}`, password };
}

/**
 * The account that runs the server. PostgreSQL refuses root, so for root it is the data's owner, and `nobody` for new data.
 *
 * @param {string} folder
 * @returns {Account}
 */
function accountFor(folder) {
  if (process.getuid?.() !== 0) return {};
  const owner = existsSync(folder) ? statSync(folder) : { uid: 0, gid: 0 };
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const nobody = readFileSync("/etc/passwd", "utf8").match(/^nobody:[^:]*:(\d+):(\d+):/m);
  if (nobody) return { uid: Number(nobody[1]), gid: Number(nobody[2]) };
  throw new Refusal("There is no account `nobody` to run PostgreSQL as: start this as an ordinary user.");
}

/**
 * Gives new folders of root, and data that root has copied or restored, to the account.
 *
 * @param {Account} account
 * @param {string} folder
 */
function giveTo({ uid, gid }, folder) {
  if (uid === undefined || gid === undefined || statSync(folder).uid === uid) return;
  const contents = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const path of [folder, ...contents.map((name) => join(folder, name))]) lchownSync(path, uid, gid);
}

/**
 * The argument that names PostgreSQL's data folder. Node enters the folder before it changes the account. From inside the
 * server needs no right on the folders above, which may all be closed.
 *
 * @param {Account} account
 * @param {string} folder
 */
export function dataFolderArgument(account, folder) {
  return account.uid === undefined ? folder : "/proc/self/cwd";
}

/**
 * Creates the folder under another name and renames it when it is complete: a killed process leaves nothing that looks like a
 * database, and of two simultaneous starts one wins.
 *
 * @param {string} folder
 * @param {string} binaries
 * @param {Account} account
 */
async function createCluster(folder, binaries, account) {
  const draft = mkdtempSync(`${folder}-`);
  const data = join(draft, "data");
  const passwordFile = join(draft, "password");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  giveTo(account, draft);
  const password = openSync(passwordFile, "r");
  try {
    await initdb(data, binaries, account, password);
    renameSync(passwordFile, join(data, "password"));
    renameSync(data, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    closeSync(password);
    rmSync(draft, { recursive: true });
  }
}

/**
 * Creates a cluster that sorts by code point, independent of the system's locales. Its character type knows letters beyond ASCII,
 * without which pg_trgm would ignore Arabic.
 *
 * @param {string} folder
 * @param {string} binaries
 * @param {Account} account
 * @param {number} password an open file
 * @returns {Promise<void>}
 */
function initdb(folder, binaries, account, password) {
  const letters = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8";
  return new Promise((done, fail) => {
    const child = spawn(
      join(binaries, "bin", "initdb"),
      [
        `--pgdata=${dataFolderArgument(account, folder)}`,
        `--username=${superuser}`,
        "--pwfile=/dev/stdin",
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        `--lc-ctype=${letters}`,
      ],
      { cwd: folder, env: bareEnvironment, ...account, stdio: [password, "ignore", "pipe"] },
    );
    let complaint = "";
    child.stderr?.on("data", (chunk) => {
      complaint += chunk;
    });
    child.once("error", fail);
    child.once("close", (code) => {
      if (code === 0) done();
      else fail(new Refusal(`initdb could not make a database: ${complaint}`));
    });
  });
}
