import { execFileSync, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Refusal } from "../refusal.js";
import { bareEnvironment, dataFolderArgument, superuser } from "./data-folder.js";

/** @typedef {import("./data-folder.js").Cluster} Cluster */
/** @typedef {{ pid: number, port: number }} Postmaster the server of a data folder */

const shutdownDeadline = 8_000;

/**
 * The server of this folder, by the file it keeps there. PostgreSQL itself puts a file right that a kill -9 left behind,
 * unless the number in it is by now another process's: then the file must go.
 *
 * @param {Pick<Cluster, "folder" | "id">} cluster
 * @returns {Postmaster | undefined}
 */
export function runningPostmaster(cluster) {
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
export async function connect(cluster, { pid, port }) {
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
 * Ends it the fast way, and without ceremony when that takes too long: the next start recovers.
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
