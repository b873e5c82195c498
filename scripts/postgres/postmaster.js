import { execFileSync, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Refusal } from "../refusal.js";
import { bareEnvironment, dataFolderArgument, superuser } from "./data-folder.js";
import { answers } from "./owner.js";

/** @typedef {import("./data-folder.js").Cluster} Cluster */
/** @typedef {{ pid: number, port: number }} Postmaster the server of a data folder */

const shutdownDeadline = 8_000;
/** In milliseconds: how long the server of a container may take to end with it. */
const endingDeadline = 3_000;

/**
 * The running server of this folder, from the file that it keeps there.
 *
 * @param {Pick<Cluster, "folder" | "id">} cluster
 * @returns {Postmaster | undefined}
 */
export function runningPostmaster(cluster) {
  const [pid = 0, , , port = 0] = readPidFile(cluster).map(Number);
  return isPostmaster(cluster, pid) ? { pid, port } : undefined;
}

/** @param {Pick<Cluster, "folder">} cluster */
const pidFileOf = ({ folder }) => join(folder, "postmaster.pid");

/**
 * @param {Pick<Cluster, "folder">} cluster
 * @returns {string[]} the lines
 */
function readPidFile(cluster) {
  try {
    return readFileSync(pidFileOf(cluster), "utf8").split("\n");
  } catch {
    return []; // also while a starting server replaces the file
  }
}

/**
 * Lets a server start where another one was killed. Only the folder's owner may call it. PostgreSQL does not start while the number
 * in its file is that of any process, or if a power loss has cut the file. It does if the number is its parent's: then it looks for
 * the former one's processes by their shared memory.
 *
 * @param {Cluster} cluster
 * @param {AbortSignal} [ending]
 * @throws {Refusal} if the former one runs, where its process cannot be seen
 */
export async function makeWay(cluster, ending) {
  const lines = readPidFile(cluster);
  const deadline = Date.now() + endingDeadline;
  for (const name of readdirSync(cluster.folder).filter((name) => name.startsWith(".s.PGSQL."))) {
    while (await answers(cluster.folder, name)) {
      if (Date.now() > deadline)
        throw new Refusal(
          "PostgreSQL of this DATA_DIR runs in another container, which its office has left: stop that container.",
        );
      await pause(100, undefined, { signal: ending });
    }
    rmSync(join(cluster.folder, name), { force: true });
  }
  if (lines.length < 7 || !Number.parseInt(lines[0] ?? "", 10)) rmSync(pidFileOf(cluster), { force: true });
  else writeFileSync(pidFileOf(cluster), [process.pid, ...lines.slice(1)].join("\n"));
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
 * @returns {string} empty if there is no such process
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
export function launch(cluster, port) {
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
      // In a process group of its own, so that Ctrl-C ends the office first, which still has to finish its answers.
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
 * Whether this is what a server answers that is not up yet, or just ends: operators' interventions, a lack of resources, a broken
 * connection.
 *
 * @param {{ code?: string, message: string }} error
 */
export const isNotUp = ({ code, message }) =>
  code ? /^(57P|53|E[A-Z]+$)/.test(code) : /terminated unexpectedly|timeout/.test(message);

/**
 * Waits until the server answers, however long its recovery takes.
 *
 * @param {Cluster} cluster
 * @param {Postmaster} postmaster
 * @param {AbortSignal} [ending]
 * @returns {Promise<pg.Client | undefined>} undefined if it died before
 * @throws {Refusal} if it refuses us
 */
export async function connect(cluster, { pid, port }, ending) {
  const start = Date.now();
  for (let isTold = false; isPostmaster(cluster, pid); ) {
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
      const reason = /** @type {pg.DatabaseError} */ (error);
      if (!isNotUp(reason))
        throw new Refusal(`The embedded PostgreSQL refuses the office: ${reason.message}`);
      if (!isTold && Date.now() - start > 5_000) {
        isTold = true;
        console.error(`Waiting for PostgreSQL: ${reason.message}`);
      }
    }
    await pause(10, undefined, { signal: ending });
  }
}

/**
 * Ends the server by a fast shutdown, and kills it after a deadline: the next start recovers.
 *
 * @param {Cluster} cluster
 */
export async function stopPostmaster(cluster) {
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
export function urlOf(cluster, port, database) {
  return `postgres://${superuser}:${cluster.password}@127.0.0.1:${port}/${database}`;
}
