import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterEach } from "vitest";
import { projectDir } from "../../scripts/prepare.js";

/* The processes of an embedded PostgreSQL and of its keeper. */

const keepers: ChildProcess[] = [];

afterEach(async () => {
  await Promise.all(keepers.splice(0).map(release));
});

/** Starts a program in a PID namespace of its own, as a container does; it ends with `unshare`. Only root may. */
export const inContainer = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];

/** Keeps an embedded PostgreSQL in a process of its own, so that there is a process to kill. */
export async function keep(
  dataDir: string,
  { project = projectDir, account = {}, env = {}, container = [] as string[] } = {},
) {
  const [execPath = process.execPath, ...options] = container;
  const keeper = fork(join(project, "tests", "support", "postgres-keeper.js"), [dataDir], {
    ...account,
    cwd: "/",
    silent: true,
    env: { ...process.env, ...env },
    execPath,
    execArgv: container.length > 0 ? [...options, process.execPath] : undefined,
  });
  keepers.push(keeper);
  let complaints = "";
  keeper.stderr?.on("data", (text) => {
    complaints += text;
  });
  const [url] = await Promise.race([once(keeper, "message"), once(keeper, "close")]);
  if (typeof url !== "string") throw new Error(complaints);
  return { keeper, url };
}

export async function release(keeper: ChildProcess) {
  if (keeper.exitCode !== null || keeper.signalCode !== null) return;
  keeper.disconnect();
  await once(keeper, "exit");
}

export async function kill(keeper: ChildProcess) {
  keeper.kill("SIGKILL");
  await once(keeper, "exit");
}

export async function query(url: string, sql: string) {
  const session = new pg.Client({ connectionString: url });
  session.on("error", () => {});
  await session.connect();
  try {
    return (await session.query(sql)).rows;
  } finally {
    await session.end();
  }
}

export function postmasterOf(dataDir: string) {
  return Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

/** Not whether its number is taken: an orphan that ended keeps that until someone asks for its status. */
export function isAlive(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
  } catch {
    return false;
  }
}
