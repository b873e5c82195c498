import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./ports.js";
import { clusterAt, openCluster } from "./postgres/data-folder.js";
import { takeFolder } from "./postgres/owner.js";
import { connect, launch, makeWay, runningPostmaster, stopPostmaster, urlOf } from "./postgres/postmaster.js";
import { Refusal } from "./refusal.js";

const databaseName = "office";
const startDeadline = 15_000;

/**
 * Runs the database of a data folder: creates it if there is none, takes over the server that a killed process left
 * behind, and restarts it on the same address whenever it dies. Only one process at a time may have it.
 *
 * @param {string} dataDir the data goes to its subfolder `postgres`
 * @param {{ overrides?: Record<string, string>, ending?: AbortSignal }} [options] PostgreSQL settings, for tests that need no
 *   durability, and what ends a start
 * @returns {Promise<{ url: string, stop: () => Promise<void>, lost: Promise<never> }>} the address, a function that ends
 *   it, and a promise that rejects when another process has taken the database over
 */
export async function startEmbeddedPostgres(dataDir, { overrides, ending } = {}) {
  ignoreClientVariables(process.env);
  const folder = resolve(dataDir);
  const owner = await takeFolder(folder, ending);
  /** @type {import("./postgres/data-folder.js").Cluster | undefined} */
  let cluster;
  try {
    cluster = await openCluster(folder, overrides);
    return await run(cluster, owner, ending);
  } catch (error) {
    if (cluster) await stopPostmaster(cluster);
    owner.release();
    throw error;
  }
}

/**
 * Removes the variables of PostgreSQL's own programs, such as PGSSLMODE, which are not meant for the embedded database.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function ignoreClientVariables(env) {
  for (const name of Object.keys(env)) if (/^PG[A-Z]/.test(name)) delete env[name];
}

/**
 * @param {import("./postgres/data-folder.js").Cluster} cluster
 * @param {Awaited<ReturnType<typeof takeFolder>>} owner
 * @param {AbortSignal} [ending]
 */
async function run(cluster, owner, ending) {
  const { session: first, port } = await start(cluster, { ending });
  await createDatabase(first);
  let stopping = false;
  /** @type {import("pg").Client | undefined} undefined while the server is gone */
  let session = first;

  const keep = async () => {
    while (session) {
      await ended(session);
      if (stopping) break;
      session = undefined;
      console.error("PostgreSQL went away; starting it again.");
      ({ session } = await start(cluster, { port, ending }));
    }
    return /** @type {Promise<never>} */ (new Promise(() => {}));
  };

  return {
    url: urlOf(cluster, port, databaseName),
    lost: Promise.race([keep(), owner.lost]),
    async stop() {
      stopping = true;
      await session?.end();
      await stopPostmaster(cluster);
      owner.release();
    },
  };
}

/**
 * The address of a running office's database, for programs beside it, with its owner's role.
 *
 * @param {string} dataDir
 * @returns {string | undefined} undefined if it does not run, or in another container
 */
export function runningEmbeddedPostgres(dataDir) {
  ignoreClientVariables(process.env);
  const folder = join(resolve(dataDir), "postgres");
  if (!existsSync(folder)) return undefined;
  const cluster = clusterAt(folder);
  const running = runningPostmaster(cluster);
  return running && urlOf(cluster, running.port, databaseName);
}

/**
 * Starts the server, or finds it running.
 *
 * It tries more than once: a killed server's processes hold its shared memory until their queries have
 * ended, and another program may take a free port before PostgreSQL does.
 *
 * @param {import("./postgres/data-folder.js").Cluster} cluster
 * @param {{ port?: number, ending?: AbortSignal }} options the former port, which the restarted server must get again, however long
 *   that takes
 */
async function start(cluster, { port, ending }) {
  const deadline = port ? Number.POSITIVE_INFINITY : Date.now() + startDeadline;
  for (let wait = 25; Date.now() < deadline; wait = Math.min(2 * wait, 1_000)) {
    let postmaster = runningPostmaster(cluster);
    if (!postmaster) {
      await makeWay(cluster, ending);
      postmaster = launch(cluster, port ?? (await freePort()));
    }
    const session = await connect(cluster, postmaster, ending);
    if (session) return { session, port: postmaster.port };
    await pause(wait, undefined, { signal: ending });
  }
  const lastWords = readFileSync(cluster.log, "utf8").trimEnd().split("\n").slice(-5).join("\n");
  throw new Refusal(`PostgreSQL does not start. The end of ${cluster.log}:\n${lastWords}`);
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
