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
 * The running server of this folder, from the file that it keeps there. PostgreSQL itself replaces the file of a killed server,
 * unless its number now belongs to another process: then this removes the file.
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
    return undefined; // also while a starting server replaces the file
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
 * Waits until the server answers, however long its recovery takes.
 *
 * @param {Cluster} cluster
 * @param {Postmaster} postmaster
 * @returns {Promise<pg.Client | undefined>} undefined if it died before
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
