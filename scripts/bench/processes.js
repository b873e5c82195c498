import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../ports.js";
import { projectDir } from "../prepare.js";
import { administrator } from "./data.js";

// The child ends when this process is gone, so that a killed bench leaves nothing behind.
const leaveWithParent = ["--import", new URL("../leave-with-parent.js", import.meta.url).href];

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** Ends all processes that were started here. */
export const stopAll = () => Promise.all([...running].map(stop));

/** @param {import("node:child_process").ChildProcess} child */
async function stop(child) {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/**
 * Starts the office as `npm start` does.
 *
 * @param {{ url?: string, dataDir: string, secret?: string, folder?: string, node?: string, command?: string[], env?: Record<string, string>, output?:
 *   (text: string) => void }} options without `url` the office has its embedded database; `folder` is that of its code, this one unless
 *   it is told; `node` is the program that runs it, that of the bench unless it is told; `output` takes what it logs
 * @returns also the milliseconds until it was healthy, the process that serves and the one that started it
 */
export async function startOffice({
  url,
  dataDir,
  secret,
  folder = projectDir,
  node = process.execPath,
  command,
  env: more,
  output,
}) {
  const port = await freePort();
  const start = performance.now();
  const [program = "", ...args] = command ?? [
    ...[node, ...memoryFlags(folder), ...leaveWithParent],
    "scripts/start.js",
  ];
  const env = {
    ...{ NODE_ENV: "production", DEMO: "0", PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir },
    ...{ WEB_CONCURRENCY: "1", DATABASE_URL: url, SESSION_SECRET: secret },
    ...{ ADMIN_USERNAME: administrator.username, ADMIN_PASSWORD: administrator.password, ...more },
  };
  /** @type {import("node:child_process").ChildProcess} */
  const supervisor = spawn(program, args, {
    cwd: folder,
    stdio: ["ignore", output ? "pipe" : "ignore", "inherit", "ipc"],
    env: /** @type {NodeJS.ProcessEnv} */ ({ ...process.env, ...env }),
  });
  if (output) supervisor.stdout?.setEncoding("utf8").on("data", output);
  running.add(supervisor);
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isHealthy())) {
    if (supervisor.exitCode !== null) throw new Error("The office did not open.");
    await pause(10);
  }
  const readyAfter = performance.now() - start;
  const pid = serverOf(Number(supervisor.pid));
  return { port, readyAfter, pid, supervisor: Number(supervisor.pid), stop: () => stop(supervisor) };
}

/**
 * What `npm start` tells Node of its memory.
 *
 * @param {string} folder
 * @returns {string[]}
 */
function memoryFlags(folder) {
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return scripts.start.match(/--max-\S+/g) ?? [];
}

/**
 * The server process among those that a supervisor started.
 *
 * @param {number} supervisor
 * @returns {number} 0 if there is none
 */
function serverOf(supervisor) {
  for (const child of readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, "utf8").split(" ")) {
    if (!child) continue;
    if (readFileSync(`/proc/${child}/cmdline`, "utf8").includes("scripts/serve.js")) return Number(child);
    const server = serverOf(Number(child));
    if (server) return server;
  }
  return 0;
}

/** @param {{ url: string, secret: string, port: number, cookie: string }} app the office whose answers it copies */
export async function startBareServer({ url, secret, port, cookie }) {
  const env = {
    DATABASE_URL: url,
    SESSION_SECRET: secret,
    OFFICE: `http://127.0.0.1:${port}`,
    COOKIE: cookie,
  };
  const child = fork(fileURLToPath(new URL("bare-server.js", import.meta.url)), {
    env: { ...process.env, NODE_ENV: "production", ...env },
    execArgv: leaveWithParent,
  });
  running.add(child);
  const [answer] = await Promise.race([once(child, "message"), once(child, "exit")]);
  if (!answer?.port) throw new Error("The bare server did not start.");
  return { port: /** @type {number} */ (answer.port), pid: Number(child.pid), stop: () => stop(child) };
}

/**
 * Logs in, as the administrator of the bench's databases unless told otherwise.
 *
 * @param {number} port
 * @returns {Promise<string>} the session's cookie, and the one that the login page sets when the browser has the style sheet
 */
export async function signIn(port, credentials = administrator) {
  const login = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(credentials),
  });
  if (!login.ok) throw new Error(`No login: ${login.status} ${await login.text()}`);
  const { headers } = await fetch(`http://127.0.0.1:${port}/login`);
  return [login.headers, headers].flatMap((each) => each.getSetCookie()[0]?.split(";")[0] ?? []).join("; ");
}

/**
 * @param {number} pid
 * @returns {{ now: number, peak: number }} in MB (10⁶ bytes), the peak since the last `forgetPeak`
 */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (/** @type {string} */ name) =>
    (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / 1e6;
  return { now: of("VmRSS"), peak: of("VmHWM") };
}

/** @param {number} pid */
export const forgetPeak = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, "5");

/**
 * @param {number} pid
 * @param {number} [thread] one thread alone; the first has the process's number
 * @returns {number} its CPU time so far, in milliseconds
 */
export function cpuTimeOf(pid, thread) {
  const fields =
    readFileSync(`/proc/${pid}/${thread ? `task/${thread}/` : ""}stat`, "utf8")
      .split(") ")[1]
      ?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
