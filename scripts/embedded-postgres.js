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
 * Runs the database of a data folder: makes it when there is none, takes over the server that a killed process left
 * behind, and starts it again whenever it dies, on the same address. Only one process at a time may have it.
 *
 * @param {string} dataDir the data goes to its subfolder `postgres`
 * @param {Record<string, string>} [overrides] PostgreSQL settings, for tests that need no durability
 * @returns {Promise<{ url: string, stop: () => Promise<void>, lost: Promise<never> }>} where to connect, how to end
 *   it, and a promise that rejects when another process has taken the database over
 */
export async function startEmbeddedPostgres(dataDir, overrides = {}) {
  const cluster = await openCluster(resolve(dataDir), overrides);
  const { session: first, port } = await start(cluster);
  await createDatabase(first);
  let stopping = false;
  /** @type {import("pg").Client | undefined} none while the server is gone, or has become another process's */
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
  const cluster = clusterAt(folder);
  const running = runningPostmaster(cluster);
  return running && urlOf(cluster, running.port, databaseName);
}

/**
 * Starts the server, or finds it running, and takes the lock that makes it ours.
 *
 * It is tried more than once: what is left of a server that was killed holds its shared memory until the queries under
 * way are through, and a free port may be gone before PostgreSQL has it.
 *
 * @param {import("./postgres/data-folder.js").Cluster} cluster
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
 * The lock lives as long as our connection, so that no file is left to lie about who is running.
 *
 * @param {import("pg").Client} session
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
