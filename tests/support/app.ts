import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, inject } from "vitest";
import { freePort } from "../../scripts/ports.js";
import { projectDir } from "../../scripts/prepare.js";
import { administrator, createDatabase, createDemoDatabase, type TestDatabase } from "./database";

export interface RunningApp {
  url: string;
  /** Its DATA_DIR. */
  dataDir: string;
  supervisor: ChildProcess;
  /** The process that serves; another one after it was killed. */
  pid(): number;
  /** All it printed so far. */
  output(): string;
  /** Ends it as an operator would. */
  stop(): Promise<void>;
}

interface AppOptions {
  /** The embedded one under `dataDir` when left out. */
  database?: { applicationUrl: string };
  /** A temporary one, which goes when it stops, when left out. */
  dataDir?: string;
  /** Beside, or instead of, the environment below. */
  env?: Record<string, string | undefined>;
}

/** The secret that signs sessions unless `env` has another. */
export const sessionSecret = "only for tests";

/** Runs what was built, as `npm start` does, until it answers. */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const { ended, ...app } = await spawnOffice(options);
  while (!(await isOpen(app.url))) {
    if (app.supervisor.exitCode !== null) throw new Error(`The office did not open:\n${app.output()}`);
    await pause(20);
  }
  return app;
}

/** `npm start`, without waiting until it answers. */
export async function spawnOffice({ database, dataDir, env }: AppOptions) {
  const port = await freePort();
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "office-app-"));
  // It ends when this process ends, so that a killed test run leaves no server behind.
  const flags = ["--import", join(projectDir, "scripts", "leave-with-parent.js")];
  const supervisor = spawn(process.execPath, [...flags, join(projectDir, "scripts", "start.js")], {
    cwd: projectDir,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: database?.applicationUrl,
      DATA_DIR: folder,
      PORT: String(port),
      HOST: "127.0.0.1",
      SESSION_SECRET: sessionSecret,
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
      DEMO: "0",
      UPLOADS_URL: undefined,
      APP_TIME_ZONE: undefined,
      TRUST_PROXY: undefined,
      WEB_CONCURRENCY: "1",
      METRICS_PORT: undefined,
      ...env,
    },
  });
  let printed = "";
  for (const stream of [supervisor.stdout, supervisor.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const ended = once(supervisor, "close").then(([status]: (number | null)[]) => {
    if (!dataDir) rmSync(folder, { recursive: true, force: true });
    return status;
  });
  return {
    url: `http://127.0.0.1:${env?.PORT ?? port}`,
    dataDir: folder,
    supervisor,
    /** Its exit status. */
    ended,
    pid: () => serverOf(supervisor),
    output: () => printed,
    async stop() {
      supervisor.kill("SIGTERM");
      await ended;
    },
  };
}

/**
 * An office for a test file, from before its first test to after its last:
 *
 *     const office = fixture();
 *     test("…", async () => { await fetch(`${office.url}/login`); await office.knex("customers"); });
 *
 * Its database and its files are its own. Its processes are too where it has an `env`; else the next file of this worker
 * gets them, since starting and warming a server takes longer than most files.
 */
export function fixture({
  demo = false,
  env,
}: { demo: true; env?: never } | { demo?: false; env?: AppOptions["env"] } = {}) {
  let database: TestDatabase;
  let app: RunningApp;
  beforeAll(async () => {
    if (env) {
      database = await createDatabase();
      app = await startApp({ database, env });
    } else {
      const create = demo ? createDemoDatabase : createDatabase;
      database = await create(`office_${process.env.VITEST_POOL_ID}_${demo ? "demo" : "first_day"}`);
      app = await keptApp(database, demo);
    }
  });
  afterAll(async () => {
    if (env) await app?.stop();
    await database?.drop();
  });
  return {
    get url() {
      return app.url;
    },
    get knex() {
      return database.knex;
    },
    get app() {
      return app;
    },
    get database() {
      return database;
    },
  };
}

/** The offices that this worker's files use one after the other: of the first day, and of the demo agency. */
const kept = new Map<boolean, RunningApp>();

/** An office with a new database under the same name and only the files that the database names. */
async function keptApp(database: TestDatabase, demo: boolean): Promise<RunningApp> {
  const last = kept.get(demo);
  const dataDir = last?.dataDir ?? mkdtempSync(join(inject("place"), "office-"));
  const uploads = join(dataDir, "uploads");
  rmSync(uploads, { recursive: true, force: true });
  if (demo) cpSync(inject("demoUploads"), uploads, { recursive: true });
  const isRunning = last && last.supervisor.exitCode === null && last.supervisor.signalCode === null;
  const app = isRunning ? last : await startApp({ database, dataDir, env: { DEMO: demo ? "1" : "0" } });
  kept.set(demo, app);
  while (!(await isOpen(app.url))) await pause(20); // its connections went with the database of before
  const before = app.output().length;
  return { ...app, output: () => app.output().slice(before) };
}

/** The lines of an office's output that show a fault of the server: errors in its log and anything printed outside it. */
export function faultsIn(output: string) {
  return output.split("\n").filter((line) => {
    if (!line.startsWith("{")) return /Error| at \w+.*\(/.test(line);
    const { level, status } = JSON.parse(line);
    return level === "error" || level === "fatal" || status === 500;
  });
}

/** Whether the health check at this address succeeds. */
export async function isOpen(url: string) {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** The server among the processes that a supervisor started. */
function serverOf({ pid }: ChildProcess) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  const server = children.find((child) =>
    readFileSync(`/proc/${child}/cmdline`, "utf8").includes("leave-with-parent"),
  );
  if (!server) throw new Error("The supervisor runs no server at this moment.");
  return Number(server);
}
