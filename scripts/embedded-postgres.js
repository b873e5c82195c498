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
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { freePort } from "./ports.js";
import { postgresBinaries } from "./postgres-binaries.js";
import { Refusal } from "./refusal.js";

const superuser = "office";
const databaseName = "office";
const supervisorLock = 20_260_101;
const startDeadline = 15_000;
const shutdownDeadline = 8_000;

// The account it runs as has no business with our secrets.
const bareEnvironment = /** @type {NodeJS.ProcessEnv} */ ({});

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  shared_buffers: "128MB",
  max_connections: "100",
  random_page_cost: "1.1",
  timezone: "UTC",
  // What clients do wrong is theirs to log; here it would spell out personal data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

/**
 * One PostgreSQL data folder and what is needed to run it.
 *
 * @typedef {object} Cluster
 * @property {string} folder
 * @property {string} binaries
 * @property {string} log
 * @property {string} id tells this very folder from a copy of it, password and all
 * @property {string} password
 * @property {Account} account
 * @property {Record<string, string>} settings
 *
 * @typedef {{ uid?: number, gid?: number }} Account empty for oneself
 * @typedef {{ pid: number, port: number }} Postmaster
 */

/**
 * Runs the database of a data folder: makes it when there is none, takes over the server that a killed process left
 * behind, and starts it again whenever it dies, on the same address. Only one process at a time may have it.
 *
 * @param {string} dataDir the data goes to its subfolder `postgres`
 * @param {Record<string, string>} [overrides] PostgreSQL settings, for tests that need no durability
 * @returns {Promise<{ url: string, stop: () => Promise<void>, lost: Promise<never> }>} where to connect, how to end
 *   it, and a promise that rejects when another process has taken the database over
 */
export async function startEmbeddedPostgres(dataDir, overrides = {}) {
  const cluster = await openCluster(resolve(dataDir), { ...settings, ...overrides });
  const { session: first, port } = await start(cluster);
  await createDatabase(first);
  let stopping = false;
  /** @type {pg.Client | undefined} none while the server is gone, or has become another process's */
  let session = first;

  const lost = (async () => {
    while (session) {
      await ended(session);
      if (stopping) break;
      session = undefined;
      console.error("PostgreSQL went away; starting it again.");
      ({ session } = await start(cluster, port));
    }
    return /** @type {Promise<never>} */ (new Promise(() => {}));
  })();

  return {
    url: urlOf(cluster, port, databaseName),
    lost,
    async stop() {
      stopping = true;
      if (!session) return;
      await session.end();
      await stopPostmaster(cluster);
    },
  };
}

/**
 * Where the database of a running office is, for who works beside it: as its owner.
 *
 * @param {string} dataDir
 * @returns {string | undefined} none when it does not run
 */
export function runningEmbeddedPostgres(dataDir) {
  const folder = join(resolve(dataDir), "postgres");
  if (!existsSync(folder)) return undefined;
  const cluster = { folder, id: idOf(folder), password: passwordOf(folder) };
  const running = runningPostmaster(cluster);
  return running && urlOf(cluster, running.port, databaseName);
}

/** @param {string} folder */
function idOf(folder) {
  const { dev, ino } = statSync(folder);
  return `office-${dev}-${ino}`;
}

/** @param {string} folder */
const passwordOf = (folder) => readFileSync(join(folder, "password"), "utf8");

/**
 * @param {string} dataDir
 * @param {Record<string, string>} settings
 * @returns {Promise<Cluster>}
 */
async function openCluster(dataDir, settings) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = join(dataDir, "postgres");
  const binaries = postgresBinaries(dataDir);
  const account = accountFor(folder);
  if (existsSync(folder)) giveTo(account, folder);
  else await createCluster(folder, binaries, account);
  return {
    folder,
    binaries,
    account,
    settings,
    log: join(dataDir, "postgres.log"),
    id: idOf(folder),
    password: passwordOf(folder),
  };
}

/**
 * PostgreSQL refuses to run as root: then it is whoever owns the data, and `nobody` for new data.
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
 * New folders of root's, and data that root has copied or restored from a backup.
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
 * How to tell PostgreSQL its data folder. Node enters the folder before it gives up root, and from inside, no right
 * on the folders above is needed, which may all be closed.
 *
 * @param {Account} account
 * @param {string} folder
 */
function dataFolderArgument(account, folder) {
  return account.uid === undefined ? folder : "/proc/self/cwd";
}

/**
 * Made under another name and moved when whole: a process killed halfway leaves nothing that looks like a database,
 * and of two that start at once one wins.
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
 * Sorts by code point, which no update of the system's locales can change; knows letters beyond ASCII, without which
 * pg_trgm would see no Arabic.
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
      else fail(new Error(`initdb could not make a database: ${complaint}`));
    });
  });
}

/**
 * Starts the server, or finds it running, and takes the lock that makes it ours.
 *
 * It is tried more than once: what is left of a server that was killed holds its shared memory until the queries under
 * way are through, and a free port may be gone before PostgreSQL has it.
 *
 * @param {Cluster} cluster
 * @param {number} [port] where it was, which must be where it comes back, however long that takes
 */
async function start(cluster, port) {
  const deadline = port ? Number.POSITIVE_INFINITY : Date.now() + startDeadline;
  for (let wait = 25; Date.now() < deadline; wait = Math.min(2 * wait, 1_000)) {
    const postmaster = runningPostmaster(cluster) ?? launch(cluster, port ?? (await freePort()));
    const session = await connect(cluster, postmaster);
    if (session && (await claim(session))) return { session, port: postmaster.port };
    await pause(wait);
  }
  const lastWords = readFileSync(cluster.log, "utf8").trimEnd().split("\n").slice(-5).join("\n");
  throw new Refusal(`PostgreSQL does not start. The end of ${cluster.log}:\n${lastWords}`);
}

/**
 * The server of this folder, by the file it keeps there. PostgreSQL itself puts a file right that a kill -9 left behind,
 * unless the number in it is by now another process's: then the file must go.
 *
 * @param {Pick<Cluster, "folder" | "id">} cluster
 * @returns {Postmaster | undefined}
 */
function runningPostmaster(cluster) {
  const pidFile = join(cluster.folder, "postmaster.pid");
  let text;
  try {
    text = readFileSync(pidFile, "utf8");
  } catch {
    return undefined; // also where a server that starts puts its own in the place of the last one's
  }
  const [pid = 0, , , port = 0] = text.split("\n").map(Number);
  if (isPostmaster(cluster, pid)) return { pid, port };
  if (pid && commandLine(pid)) rmSync(pidFile, { force: true });
  return undefined;
}

/**
 * @param {Pick<Cluster, "id">} cluster
 * @param {number} pid
 */
function isPostmaster(cluster, pid) {
  return commandLine(pid)
    .split(/[\0\s]/)
    .includes(`cluster_name=${cluster.id}`);
}

/**
 * @param {number} pid
 * @returns {string} empty when there is no such process
 */
function commandLine(pid) {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

/**
 * @param {Cluster} cluster
 * @param {number} port
 * @returns {Postmaster}
 */
function launch(cluster, port) {
  const options = Object.entries({ ...cluster.settings, cluster_name: cluster.id });
  const log = openSync(cluster.log, "a", 0o600);
  const child = spawn(
    join(cluster.binaries, "bin", "postgres"),
    [
      ...["-D", dataFolderArgument(cluster.account, cluster.folder)],
      ...["-p", String(port)],
      ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    {
      cwd: cluster.folder,
      env: bareEnvironment,
      ...cluster.account,
      // In a group of its own, so that Ctrl-C reaches the office first, which still has answers to write.
      detached: true,
      stdio: ["ignore", log, log],
    },
  );
  child.unref();
  closeSync(log);
  if (!child.pid) throw new Refusal(`${child.spawnfile} cannot be run.`);
  return { pid: child.pid, port };
}

/**
 * Waits until the server answers, however long its recovery takes.
 *
 * @param {Cluster} cluster
 * @param {Postmaster} postmaster
 * @returns {Promise<pg.Client | undefined>} undefined when it died before
 */
async function connect(cluster, { pid, port }) {
  while (isPostmaster(cluster, pid)) {
    const session = new pg.Client({
      connectionString: urlOf(cluster, port, "postgres"),
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    session.on("error", () => {});
    try {
      await session.connect();
      return session;
    } catch (error) {
      if (/** @type {{ code?: string }} */ (error).code === "28P01") throw error;
    }
    await pause(10);
  }
}

/**
 * The lock lives as long as our connection, so that no file is left to lie about who is running.
 *
 * @param {pg.Client} session
 * @returns {Promise<boolean>} false when the server died meanwhile
 */
async function claim(session) {
  for (let patience = 30; patience > 0; patience--) {
    try {
      const { rows } = await session.query("select pg_try_advisory_lock($1) as ours", [supervisorLock]);
      if (rows[0].ours) return true;
    } catch {
      return false;
    }
    await pause(100);
  }
  await session.end();
  throw new Refusal(
    "This DATA_DIR belongs to another running office: stop that one, or set another DATA_DIR.",
  );
}

/**
 * Not `once` of node:events, which takes the error before the end for a failure.
 *
 * @param {pg.Client} session
 * @returns {Promise<void>}
 */
function ended(session) {
  return new Promise((done) => session.once("end", done));
}

/** @param {pg.Client} session */
async function createDatabase(session) {
  const { rowCount } = await session.query("select from pg_database where datname = $1", [databaseName]);
  if (!rowCount) await session.query(`create database ${databaseName}`);
}

/**
 * Ends it the fast way, and without ceremony when that takes too long: the next start recovers.
 *
 * @param {Cluster} cluster
 */
async function stopPostmaster(cluster) {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGQUIT"])) {
    const running = runningPostmaster(cluster);
    if (!running) return;
    process.kill(running.pid, signal);
    const deadline = Date.now() + shutdownDeadline;
    while (isPostmaster(cluster, running.pid) && Date.now() < deadline) await pause(20);
  }
}

/**
 * @param {Pick<Cluster, "password">} cluster
 * @param {number} port
 * @param {string} database
 */
function urlOf(cluster, port, database) {
  return `postgres://${superuser}:${cluster.password}@127.0.0.1:${port}/${database}`;
}
