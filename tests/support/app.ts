import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll } from "vitest";
import { freePort } from "../../scripts/ports.js";
import { projectDir } from "../../scripts/prepare.js";
import { administrator, createDatabase, createDemoDatabase, type TestDatabase } from "./database";

export interface RunningApp {
  url: string;
  /** Its DATA_DIR, which goes when it stops. */
  dataDir: string;
  /** The process that serves; another one after it was killed. */
  pid(): number;
  /** All it printed so far. */
  output(): string;
  stop(): Promise<void>;
}

interface AppOptions {
  database: { url: string };
  /** Beside, or instead of, the environment below. */
  env?: Record<string, string | undefined>;
}

/** Runs what was built, as `npm start` does, until it answers. */
export async function startApp({ database, env }: AppOptions): Promise<RunningApp> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "office-app-"));
  // Told to leave when this process is gone, so that a killed test run leaves no server behind.
  const flags = ["--import", join(projectDir, "scripts", "leave-with-parent.js")];
  const supervisor = spawn(process.execPath, [...flags, join(projectDir, "scripts", "start.js")], {
    cwd: projectDir,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: "127.0.0.1",
      SESSION_SECRET: "only for tests",
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
      DEMO: "0",
      UPLOADS_URL: undefined,
      APP_TIME_ZONE: undefined,
      TRUST_PROXY: undefined,
      ...env,
    },
  });
  let printed = "";
  for (const stream of [supervisor.stdout, supervisor.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const gone = once(supervisor, "exit");
  const app = {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    pid: () => serverOf(supervisor.pid ?? 0),
    output: () => printed,
    async stop() {
      supervisor.kill("SIGTERM");
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  while (!(await isOpen(app.url))) {
    if (supervisor.exitCode !== null) throw new Error(`The office did not open:\n${printed}`);
    await pause(20);
  }
  return app;
}

/**
 * An office for a test file, from before its first test to after its last:
 *
 *     const office = fixture();
 *     test("…", async () => { await fetch(`${office.url}/login`); await office.knex("customers"); });
 */
export function fixture({ demo = false, env }: { demo?: boolean; env?: AppOptions["env"] } = {}) {
  let database: TestDatabase;
  let app: RunningApp;
  beforeAll(async () => {
    database = await (demo ? createDemoDatabase() : createDatabase());
    app = await startApp({ database, env: { DEMO: demo ? "1" : "0", ...env } });
  });
  afterAll(async () => {
    await app?.stop();
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

/** Whether something at this address calls itself healthy. */
export async function isOpen(url: string) {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** The server among the processes that a supervisor started. */
export function serverOf(supervisor: number) {
  const children = readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, "utf8")
    .split(" ")
    .filter(Boolean);
  const server = children.find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("leave-with-parent"),
  );
  if (!server) throw new Error("The supervisor runs no server at this moment.");
  return Number(server);
}
