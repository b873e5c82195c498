import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isOpen, type RunningApp, spawnOffice, startApp } from "./support/app";
import { signIn } from "./support/client";
import { administrator, createDatabase, createEmptyDatabase, type TestDatabase } from "./support/database";
import { usePlace } from "./support/place";
import { isAlive, keep, postmasterOf, query, release } from "./support/postgres-processes";
import { until } from "./support/until";

const place = usePlace("running");

describe("npm start with the embedded PostgreSQL", () => {
  let dataDir: string;
  let office: RunningApp;

  beforeAll(async () => {
    dataDir = join(place, "office");
    office = await startApp({ dataDir });
  });

  afterAll(() => office.stop());

  async function restart() {
    office = await startApp({ dataDir });
  }

  test("serves again after the server was killed", async () => {
    const killed = office.pid();
    process.kill(killed, "SIGKILL");
    await until(async () => expect(await isOpen(office.url)).toBe(true));
    expect(office.pid()).not.toBe(killed);
  });

  test("serves again after PostgreSQL was killed, without a new server", async () => {
    const server = office.pid();
    const killed = postmasterOf(dataDir);
    process.kill(killed, "SIGKILL");
    await until(() => expect(postmasterOf(dataDir)).not.toBe(killed));
    await until(async () => expect(await isOpen(office.url)).toBe(true));
    expect(office.pid()).toBe(server);
  });

  const queryAsOwner = (sql: string) => {
    const [, , , port] = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n");
    const password = readFileSync(join(dataDir, "postgres", "password"), "utf8");
    return query(`postgres://office:${password}@127.0.0.1:${port}/office`, sql);
  };

  test("has one batch a migration, so that Knex takes one back at a time", async () => {
    const sql =
      "SELECT count(*) = count(DISTINCT batch) AS apart, count(*) > 30 AS many FROM knex_migrations";
    expect(await queryAsOwner(sql)).toEqual([{ apart: true, many: true }]);
  });

  test("works as a role that is no superuser and owns nothing", async () => {
    await fetch(`${office.url}/login`);
    await fetch(`${office.url}/api/auth/me`, { headers: { Cookie: "office_session=x" } });
    const rows = await queryAsOwner(
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
    await until(() => expect(isAlive(server)).toBe(false));
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
    ["53100", "no space left on device"],
    ["58030", "could not write block 7"],
    ["53200", "out of memory"],
  ])("says once a minute that the database has no room (%s)", async (code, message) => {
    const office = await startApp({ database });
    const client = await signIn(office.url);
    await database.knex.raw(
      `CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION '${message}' USING ERRCODE = '${code}'; END $$;
       CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION fail()`,
    );
    for (let n = 0; n < 3; n++)
      expect((await client.post("/api/customers", { name: "سعاد", phone: "0501234567" })).status).toBe(503);
    await database.knex.raw("DROP TRIGGER fail ON customers");
    const lines = () =>
      office
        .output()
        .split("\n")
        .filter((line) => line.includes(`The database has no room (${code})`) && line.includes(message));
    await until(() => expect(lines()).toHaveLength(1));
    await office.stop();
  });

  test("names the server that it waits for", async () => {
    const office = await spawnOffice({ env: { DATABASE_URL: "postgres://u:p@nowhere.invalid/office" } });
    await until(() =>
      expect(office.output()).toMatch(/Waiting for the database of DATABASE_URL: .*nowhere\.invalid/),
    );
    await office.stop();
  });

  const readOnly = join(place, "read-only");
  mkdirSync(readOnly, { recursive: true });
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "ro,size=1m", "tmpfs", readOnly]).status === 0;
  if (!isMounted) console.warn("Nothing can be mounted here: a read-only folder of files is left out.");
  afterAll(() => {
    if (isMounted) spawnSync("umount", [readOnly]);
  });

  const noStores = ["s3://key:secret@127.0.0.1:1/bucket", "/dev/null/files"];
  test.each(isMounted ? [...noStores, join(readOnly, "files")] : noStores)(
    "says that the files' store is away, once, and works without it: %s",
    async (UPLOADS_URL) => {
      const office = await startApp({ database, env: { UPLOADS_URL } });
      const health = async () => (await fetch(`${office.url}/healthz`)).json();
      await until(async () => expect(await health()).toEqual({ status: "ok", files: false }));
      await office.stop(); // what it wrote has been read then
      expect(office.output().match(/The files' store of UPLOADS_URL cannot be used/g)).toHaveLength(1);
    },
  );

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
    let tries = 0;
    dead.on("connection", () => tries++);
    await once(dead, "connection");
    office.supervisor.kill("SIGTERM");
    const before = tries;
    expect(await office.ended).toBe(0);
    expect(tries - before).toBeLessThanOrEqual(1); // it would try for 30 s
    dead.close();
  });

  test("makes the first administrator once, from the environment", async () => {
    const empty = await createEmptyDatabase();
    const nameless = await startApp({ database: empty, env: { ADMIN_USERNAME: undefined } });
    expect(nameless.output()).toContain("start once with ADMIN_USERNAME and ADMIN_PASSWORD");
    await nameless.stop();
    for (const ADMIN_PASSWORD of ["short-1", "password1234", administrator.username]) {
      expect(await refusal({ ADMIN_PASSWORD }, empty)).toContain(
        "ADMIN_PASSWORD must have 10 to 200 characters",
      );
    }
    for (const name of ["x".repeat(101), "\u200f\u200b"]) {
      expect(await refusal({ ADMIN_USERNAME: name }, empty)).toContain(
        "must have 1 to 100 visible characters",
      );
    }
    for (const name of [`\u200f${administrator.username} \r`, "another"]) {
      await (await startApp({ database: empty, env: { ADMIN_USERNAME: name } })).stop();
    }
    expect(await empty.knex("users").pluck("username")).toEqual([administrator.username]);
    await empty.drop();
  });
});
