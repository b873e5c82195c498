import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { freePort } from "../scripts/ports.js";
import { spawnOffice, startApp } from "./support/app";
import { signIn } from "./support/client";
import {
  createBareDatabase,
  createDatabase,
  knexCommand,
  type TestDatabase,
  useDatabases,
} from "./support/database";
import { usePlace } from "./support/place";
import { until } from "./support/until";

/* A database with which the office cannot work is refused in a sentence, before anything is written. */

const use = useDatabases();

async function refusals(DATABASE_URL: string) {
  const office = await spawnOffice({ env: { DATABASE_URL } });
  const migrating = knexCommand("migrate:latest", { DATABASE_URL }).catch(({ stderr }) => stderr as string);
  expect(await office.ended).toBe(1);
  return [office.output(), await migrating];
}

test.each<[what: string, statements: string[], sentence: RegExp]>([
  [
    "an encoding without Arabic",
    ["CREATE DATABASE :name_other ENCODING 'SQL_ASCII'"],
    /has the encoding SQL_ASCII, which cannot keep Arabic/,
  ],
  [
    "another encoding without Arabic",
    ["CREATE DATABASE :name_other ENCODING 'LATIN1'"],
    /has the encoding LATIN1, which cannot keep Arabic/,
  ],
  ["a schema of the role", ["CREATE SCHEMA office AUTHORIZATION CURRENT_USER"], /but this role's is office/],
  [
    "a search_path that leads nowhere",
    ["ALTER DATABASE :name SET search_path TO nowhere"],
    /this role's is none/,
  ],
  [
    "pg_trgm in another schema",
    ["CREATE SCHEMA extensions", "CREATE EXTENSION pg_trgm SCHEMA extensions"],
    /ALTER EXTENSION pg_trgm SET SCHEMA public/,
  ],
])("%s", async (_, statements, sentence) => {
  const { url, knex } = await use(createBareDatabase());
  const address = new URL(url);
  const name = address.pathname.slice(1);
  const isOther = statements[0]?.startsWith("CREATE DATABASE");
  if (isOther) address.pathname = `${name}_other`;
  const plain = isOther ? " LOCALE 'C' LOCALE_PROVIDER 'libc' TEMPLATE template0" : "";
  for (const statement of statements) await knex.raw(statement.replace(":name", name) + plain);
  try {
    for (const said of await refusals(address.href)) {
      expect(said).toMatch(sentence);
      expect(said).not.toMatch(/^ {4}at /m); // a stack
    }
  } finally {
    if (isOther) await knex.raw(`DROP DATABASE ${name}_other WITH (FORCE)`);
  }
});

test("one whose character type has no Arabic serves, and a line says what would be faster", async () => {
  const database = await use(createDatabase());
  const name = new URL(database.url).pathname.slice(1);
  await database.knex.raw("UPDATE pg_database SET datctype = 'C' WHERE datname = ?", [name]);
  const office = await startApp({ database });
  expect(office.output()).toContain("has the character type C");
  await office.stop();
});

describe("a role", () => {
  test("that may not create tables is refused by Knex in a sentence", async () => {
    const { url, knex } = await use(createBareDatabase());
    const name = new URL(url).pathname.slice(1);
    await knex.raw(`CREATE ROLE ${name} LOGIN PASSWORD 'p'`);
    const address = Object.assign(new URL(url), { username: name, password: "p" }).href;
    try {
      const { stderr } = await knexCommand("migrate:latest", { DATABASE_URL: address }).catch(
        (error) => error,
      );
      expect(stderr).toBe(
        `The role ${name} may not change the schema of the database ${name}: use its owner's, or ALTER DATABASE ${name} OWNER TO ${name};\n`,
      );
    } finally {
      await knex.raw(`DROP ROLE ${name}`);
    }
  });

  test.each(["migrate:latest", "migrate:rollback", "migrate:down", "migrate:up"])(
    "of the office's server is refused by %s in a sentence",
    async (command) => {
      const { applicationUrl } = await use(createDatabase());
      const { stderr } = await knexCommand(command, { DATABASE_URL: applicationUrl }).catch((error) => error);
      expect(stderr).toMatch(/^The role office_application may not change the schema of [^\n]*\n$/);
    },
  );

  test("that lacks rights on some tables is told how to get them", async () => {
    const database = await use(createDatabase());
    await database.knex.raw("REVOKE ALL ON sessions, agents FROM office_application");
    const office = await spawnOffice({ database });
    expect(await office.ended).toBe(1);
    expect(office.output()).toContain("may not read 2 tables (agents, …): as the owner, SELECT grant_to");
    await database.knex.raw("SELECT grant_to_application('office_application')");
    await (await startApp({ database })).stop();
  });
});

test("one that writes dates in another way is told how", async () => {
  const database = await use(createDatabase());
  const name = new URL(database.url).pathname.slice(1);
  await database.knex.raw(`ALTER DATABASE ${name} SET datestyle TO 'German, DMY'`);
  const office = await startApp({ database });
  const client = await signIn(office.url);
  const { body } = await client.post("/api/customers", {
    name: "سعاد",
    phone: "0501234567",
    date_of_birth: "1980-02-03",
  });
  expect(body.customer).toMatchObject({
    date_of_birth: "1980-02-03",
    created_at: expect.stringMatching(/^2\d{3}-.*Z$/),
  });
  await office.stop();
});

const place = usePlace("pooler");
const program = "/usr/sbin/pgbouncer";
if (!existsSync(program))
  console.warn("No pgbouncer here: what the office does behind a pooler is left out.");

/** A pooler of five connections before the tests' PostgreSQL. @returns the database's address through it */
async function pool(mode: "session" | "transaction", database: TestDatabase) {
  // another process may take the free port first: then the pooler ends
  for (;;) {
    const pooler = await startPooler(mode, database);
    if (await pooler.isListening()) return pooler;
  }
}

async function startPooler(mode: "session" | "transaction", { applicationUrl }: TestDatabase) {
  const { hostname, port, username, password, pathname } = new URL(applicationUrl);
  const listen_port = await freePort();
  const folder = join(place, mode);
  mkdirSync(folder, { recursive: true });
  for (const path of [place, folder]) chmodSync(path, 0o755);
  const users = join(folder, "users.txt");
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  const settings = {
    ...{ listen_addr: "127.0.0.1", listen_port, auth_type: "plain", auth_file: users, pool_mode: mode },
    ...{ default_pool_size: 5, unix_socket_dir: "", query_wait_timeout: 60 },
    ignore_startup_parameters:
      "statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits",
  };
  const lines = Object.entries(settings).map((pair) => pair.join(" = "));
  const file = join(folder, "pooler.ini");
  writeFileSync(
    file,
    ["[databases]", `* = host=${hostname} port=${port}`, "[pgbouncer]", ...lines, ""].join("\n"),
  );
  const pooler = spawn(program, [file], {
    stdio: ["ignore", "ignore", "pipe"],
    ...(process.getuid?.() === 0 && { uid: 65534, gid: 65534 }),
  });
  const url = `postgres://${username}:${password}@127.0.0.1:${listen_port}${pathname}`;
  const ended = once(pooler, "exit").then(() => false);
  const listening = new Promise<boolean>((resolve) => {
    pooler.stderr.on("data", (text) => String(text).includes("listening on 127.0.0.1") && resolve(true));
  });
  return {
    url,
    isListening: () => Promise.race([ended, listening]),
    stop: () => pooler.kill("SIGKILL"),
  };
}

describe.runIf(existsSync(program))("behind a pooler", () => {
  test("in transaction mode it is refused", async () => {
    const pooler = await pool("transaction", await use(createDatabase()));
    for (const said of await refusals(pooler.url))
      expect(said).toMatch(/gives a connection to others between/);
    pooler.stop();
  });

  test("in session mode, with fewer connections than the office wants, saves are taken or told to come again", async () => {
    const database = await use(createDatabase());
    const pooler = await pool("session", database);
    const office = await startApp({ database: { ...database, applicationUrl: pooler.url } });
    // the chores of the start may have all five
    const client = await until(() => signIn(office.url));
    const save = (_: unknown, n: number) =>
      client.post("/api/customers", { name: `عميل ${n}`, phone: `050123456${n}` });
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++)
      for (const { status } of await Promise.all(Array.from({ length: 12 }, save))) statuses.push(status);
    expect(statuses.filter((status) => ![201, 503].includes(status))).toEqual([]);
    expect(statuses).toContain(201);
    await office.stop();
    pooler.stop();
  });
});
