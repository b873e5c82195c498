import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import createKnex, { type Knex } from "knex";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { projectDir } from "../../scripts/prepare.js";

export interface TestDatabase {
  /** As its owner, who migrates it. */
  url: string;
  /** As the office's server works on it. */
  applicationUrl: string;
  knex: Knex;
  /** Closes `knex` and removes the database, whoever is still connected. */
  drop(): Promise<void>;
}

/** The first administrator of the databases that `createDatabase` gives. */
export const administrator = { username: "manager", password: "Taiba-2026" };

// Of these connections alone: a test that imports the application's own gets its parsers for the whole process.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text); // a day, not a moment
types.setTypeParser(pg.types.builtins.INT8, (text: string) => text);
types.setTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  (text: string) => new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")),
);

/*
 * Each of these gives a database of its own, under a name that nobody else has, or under the one that is asked for, in the
 * place of the database that had it.
 */

/** Nothing at all, not even a table. */
export function createBareDatabase() {
  return cloneOf(Promise.resolve("template0"));
}

/** The schema without a row beyond what migrations bring: not even a user. */
export function createEmptyDatabase() {
  return cloneOf(emptyTemplate());
}

/** An office on its first day: permissions, roles and `administrator`. */
export function createDatabase(name?: string) {
  return cloneOf(
    template("first_day", emptyTemplate(), "seed:run", {
      DEMO: "0",
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
    }),
    name,
  );
}

/** The demo agency; its files lie in `demoUploads`. */
export function createDemoDatabase(name?: string) {
  const env = { DEMO: "1", UPLOADS_URL: inject("demoUploads") };
  return cloneOf(template("demo", emptyTemplate(), "seed:run", env), name);
}

function emptyTemplate() {
  return template("empty", Promise.resolve("template0"), "migrate:latest", {});
}

/**
 * A database to copy from, made by the first test that needs it: the others wait for the lock meanwhile.
 */
async function template(
  name: string,
  from: Promise<string>,
  command: "migrate:latest" | "seed:run",
  env: Record<string, string>,
) {
  const base = await from;
  await asMaintainer(async (session) => {
    await session.query("select pg_advisory_lock(hashtext($1))", [name]);
    if ((await session.query("select from pg_database where datname = $1", [name])).rowCount) return;
    const draft = `${name}_draft`;
    await session.query(`drop database if exists ${draft}`);
    await session.query(`create database ${draft} template ${base}`);
    await knexCommand(command, { ...env, DATABASE_URL: urlOf(draft) });
    if (command === "migrate:latest") await admitApplication(session, draft);
    await session.query(`alter database ${draft} rename to ${name}`);
  });
  return name;
}

const application = { username: "office_application", password: "of the tests" };

/** The role that the office's server works as: no superuser, owner of nothing. */
async function admitApplication(maintainer: pg.Client, database: string) {
  const { username, password } = application;
  await maintainer.query(`create role ${username} login password '${password}'`);
  await asMaintainer((owner) => owner.query("select grant_to_application($1)", [username]), urlOf(database));
}

async function cloneOf(
  from: Promise<string>,
  name = `test_${randomBytes(8).toString("hex")}`,
): Promise<TestDatabase> {
  const base = await from;
  await asMaintainer(async (session) => {
    await session.query(`drop database if exists ${name} with (force)`);
    await session.query(`create database ${name} template ${base}`);
    await session.query(`revoke temporary on database ${name} from public`); // which no copy takes along
  });
  const url = urlOf(name);
  const knex = createKnex({
    client: "pg",
    connection: { connectionString: url, types: types as Knex.PgCustomTypesConfig },
    pool: { min: 0, max: 10 },
  });
  return {
    url,
    applicationUrl: Object.assign(new URL(url), application).href,
    knex,
    async drop() {
      await knex.destroy();
      await asMaintainer((session) => session.query(`drop database ${name} with (force)`));
    },
  };
}

/** @returns a function that notes a database, which goes when the file's tests have ended */
export function useDatabases() {
  const databases: TestDatabase[] = [];
  afterAll(async () => {
    for (const database of databases) await database.drop();
  });
  return async (database: Promise<TestDatabase>) => {
    databases.push(await database);
    return database;
  };
}

async function asMaintainer<T>(
  work: (session: pg.Client) => Promise<T>,
  connectionString = inject("postgresUrl"),
) {
  const session = new pg.Client({ connectionString });
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

function urlOf(database: string) {
  return new URL(`/${database}`, inject("postgresUrl")).href;
}

export function knexCommand(command: string, env: Record<string, string>) {
  const cli = join(projectDir, "node_modules", "knex", "bin", "cli.js");
  return promisify(execFile)(process.execPath, [cli, ...command.split(" ")], {
    cwd: projectDir,
    env: { ...process.env, ...env },
  });
}
