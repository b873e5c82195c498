import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./ports.js";
import { clusterAt, openCluster } from "./postgres/data-folder.js";
import { connect, launch, runningPostmaster, stopPostmaster, urlOf } from "./postgres/postmaster.js";
import { Refusal } from "./refusal.js";

const databaseName = "office";
const supervisorLock = 20_260_101;
const startDeadline = 15_000;

/**
 * Runs the database of a data folder: creates it if there is none, takes over the server that a killed process left
 * behind, and restarts it on the same address whenever it dies. Only one process at a time may have it.
 *
 * @param {string} dataDir the data goes to its subfolder `postgres`
 * @param {Record<string, string>} [overrides] PostgreSQL settings, for tests that need no durability
 * @returns {Promise<{ url: string, stop: () => Promise<void>, lost: Promise<never> }>} the address, a function that ends
 *   it, and a promise that rejects when another process has taken the database over
 */
export async function startEmbeddedPostgres(dataDir, overrides = {}) {
  const cluster = await openCluster(resolve(dataDir), overrides);
  const { session: first, port } = await start(cluster);
  await createDatabase(first);
  let stopping = false;
  /** @type {import("pg").Client | undefined} undefined while the server is gone, or belongs to another process */
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
 * The address of a running office's database, for programs beside it, with its owner's role.
 *
 * @param {string} dataDir
 * @returns {string | undefined} undefined if it does not run
 */
export function runningEmbeddedPostgres(dataDir) {
  const folder = join(resolve(dataDir), "postgres");
  if (!existsSync(folder)) return undefined;
  const cluster = clusterAt(folder);
  const running = runningPostmaster(cluster);
  return running && urlOf(cluster, running.port, databaseName);
}

/**
 * Starts the server, or finds it running, and takes the lock that makes it ours.
 *
 * It tries more than once: a killed server's processes hold its shared memory until their queries have
 * ended, and another program may take a free port before PostgreSQL does.
 *
 * @param {import("./postgres/data-folder.js").Cluster} cluster
 * @param {number} [port] the former port, which the restarted server must get again, however long that takes
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
 * Takes the lock, which lives as long as our connection. So no lock file can remain after a crash.
 *
 * @param {import("pg").Client} session
 * @returns {Promise<boolean>} false if the server died meanwhile
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
 * Waits for the session's end. `once` of node:events would reject at the error before it.
 *
 * @param {import("pg").Client} session
 * @returns {Promise<void>}
 */
function ended(session) {
  return new Promise((done) => session.once("end", done));
}

/** @param {import("pg").Client} session */
async function createDatabase(session) {
  const { rowCount } = await session.query("select from pg_database where datname = $1", [databaseName]);
  if (!rowCount) await session.query(`create database ${databaseName}`);
}
