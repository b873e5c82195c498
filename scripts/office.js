import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connectTo, parseAddress } from "../app/db/hosts.js";
import { startEmbeddedPostgres } from "./embedded-postgres.js";
import { backUpNightly, backupsKept } from "./nightly.js";
import { whyTaken } from "./ports.js";
import { projectDir } from "./prepare.js";
import { keepRunning, serveMetrics } from "./processes.js";
import { Refusal } from "./refusal.js";

const application = "office_application";

/**
 * Opens the office: brings up its database, schema and first users, runs its server processes on one port and starts
 * again whatever dies, until this process is told to end. Ends this process.
 *
 * @param {string[]} server the program that serves, for Node, with its arguments
 * @param {"production" | "development"} mode NODE_ENV unless that is set
 * @returns {Promise<never>}
 */
export async function runOffice(server, mode) {
  const toldToEnd = new Promise((end) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, end);
  });
  let database, stopServers, stopBackups;
  try {
    const env = settings(mode);
    const kept = backupsKept(env);
    await requireFreePort(env);
    if (!env.DATABASE_URL) {
      database = await startEmbeddedPostgres(env.DATA_DIR);
      env.DATABASE_URL = database.url;
    }
    await prepareDatabase(env, database ? migrate : refuseOutdatedSchema);
    if (database) env.DATABASE_URL = await applicationUrl(env);
    stopServers = keepRunning(server, env);
    if (env.METRICS_PORT) await serveMetrics(env);
    if (database && kept > 0) stopBackups = backUpNightly(env, kept);
    await Promise.race([toldToEnd, database?.lost ?? toldToEnd]);
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  }
  stopBackups?.();
  await stopServers?.();
  await database?.stop();
  process.exit();
}

/**
 * @typedef {NodeJS.ProcessEnv & { DATA_DIR: string, PORT: string, WEB_CONCURRENCY: string }} Environment of the servers
 *
 * @param {"production" | "development"} mode
 */
function settings(mode) {
  const given = process.env;
  /** @type {Environment} */
  const env = {
    ...given,
    NODE_ENV: given.NODE_ENV || mode,
    PORT: given.PORT || "3000",
    DATA_DIR: resolve(given.DATA_DIR || join(projectDir, "data")),
    WEB_CONCURRENCY: given.WEB_CONCURRENCY || String(Math.min(availableParallelism(), 4)),
  };
  for (const name of ["PORT", "METRICS_PORT"])
    if ((env[name] && !/^\d{1,5}$/.test(env[name])) || Number(env[name]) > 65_535)
      throw new Refusal(`${name} is no port: ${env[name]}`);
  if (!/^[1-9]\d?$/.test(env.WEB_CONCURRENCY))
    throw new Refusal(`WEB_CONCURRENCY is no number of processes from 1 to 99: ${env.WEB_CONCURRENCY}`);
  if (env.DATABASE_URL) requireAddress(env.DATABASE_URL);
  if (!env.SESSION_SECRET) {
    if (env.DATABASE_URL && env.NODE_ENV === "production") {
      throw new Refusal(
        "SESSION_SECRET is not set: with DATABASE_URL, production needs one, e.g. `openssl rand -hex 32`.",
      );
    }
    env.SESSION_SECRET = keptSecret(env.DATA_DIR);
  }
  return env;
}

/** @param {string} address */
function requireAddress(address) {
  try {
    parseAddress(address);
  } catch (error) {
    throw new Refusal(`DATABASE_URL: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * A secret of this DATA_DIR, made at the first call.
 *
 * @param {string} dataDir
 */
function keptSecret(dataDir) {
  const file = join(dataDir, "session-secret");
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(draft, randomBytes(32).toString("hex"), { mode: 0o600 });
    renameSync(draft, file);
  }
  return readFileSync(file, "utf8");
}

/**
 * A server whose parent was just killed may take a moment to leave its port.
 *
 * @param {Environment} env
 */
async function requireFreePort({ PORT, HOST }) {
  const deadline = Date.now() + 2_000;
  for (;;) {
    const reason = await whyTaken(Number(PORT), HOST || undefined);
    if (!reason) return;
    if (reason !== "EADDRINUSE") throw new Refusal(`Cannot listen on ${HOST || "*"}:${PORT}: ${reason}`);
    if (Date.now() > deadline)
      throw new Refusal(`Port ${PORT} is taken by another program: set PORT to a free one.`);
    await pause(50);
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {(session: import("pg").Client, env: NodeJS.ProcessEnv) => Promise<void>} requireSchema
 */
async function prepareDatabase(env, requireSchema) {
  const session = await connect(env);
  try {
    await requireSchema(session, env);
    await seed(session, env);
  } finally {
    await session.end();
  }
}

/**
 * The embedded database as the server sees it: by a role that owns nothing, while migrations and seeds are its owner's.
 * Its password is new at every start.
 *
 * @param {NodeJS.ProcessEnv} env
 */
async function applicationUrl(env) {
  const url = new URL(env.DATABASE_URL ?? "");
  [url.username, url.password] = [application, randomBytes(24).toString("base64url")];
  const owner = await connect(env);
  try {
    const { rowCount } = await owner.query("select from pg_roles where rolname = $1", [application]);
    const rights = `login nosuperuser nocreatedb nocreaterole password '${url.password}'`;
    await owner.query(`${rowCount ? "alter" : "create"} role ${application} ${rights}`);
    await owner.query("select grant_to_application($1)", [application]);
  } finally {
    await owner.end();
  }
  return url.href;
}

/**
 * A database server that is started together with the office may come up later.
 *
 * @param {NodeJS.ProcessEnv} env
 */
async function connect({ DATABASE_URL }) {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      const session = await connectTo({ connectionString: DATABASE_URL });
      session.on("error", () => {}); // what is under way on it fails anyway
      return session;
    } catch (error) {
      const { code = "", message } = /** @type {NodeJS.ErrnoException} */ (error);
      const isAway = /^(E[A-Z_]+|57P03|25006)$/.test(code) || code === "";
      if (!isAway || Date.now() > deadline) {
        throw new Refusal(`The database of DATABASE_URL cannot be reached: ${message || code}`);
      }
    }
    await pause(250);
  }
}

/** @param {import("pg").Client} session */
async function refuseOutdatedSchema(session) {
  const pending = await pendingMigrations(session);
  if (pending.length > 0) {
    throw new Refusal(
      `The database lacks ${pending.length} migration(s), from ${pending[0]} on. Bring it up to date with:\n\n` +
        "  npx knex migrate:latest\n",
    );
  }
}

/**
 * @param {import("pg").Client} session
 * @param {NodeJS.ProcessEnv} env
 */
async function migrate(session, env) {
  if ((await pendingMigrations(session)).length === 0) return;
  await knex("migrate:latest", env);
}

/** @param {import("pg").Client} session */
async function pendingMigrations(session) {
  const { rows } = (await hasTable(session, "knex_migrations"))
    ? await session.query("select name from knex_migrations")
    : { rows: [] };
  const done = new Set(rows.map(({ name }) => name));
  return readdirSync(join(projectDir, "migrations"))
    .filter((name) => name.endsWith(".ts") && !done.has(name))
    .sort();
}

/**
 * Makes the first users, when there are none and it is told which.
 *
 * @param {import("pg").Client} session
 * @param {NodeJS.ProcessEnv} env
 */
async function seed(session, env) {
  // A demonstration whose first start was killed has its users, but not yet its agency.
  const wanted = env.DEMO === "1" ? "currencies" : "users";
  if ((await session.query(`select from ${wanted} limit 1`)).rowCount) return;
  if (env.DEMO === "1" || (env.ADMIN_USERNAME && env.ADMIN_PASSWORD)) await knex("seed:run", env);
  else
    console.log(
      "There are no users yet: start once with ADMIN_USERNAME and ADMIN_PASSWORD set to make the first.",
    );
}

/**
 * @param {import("pg").Client} session
 * @param {string} name
 * @returns {Promise<boolean>}
 */
async function hasTable(session, name) {
  const { rows } = await session.query("select to_regclass($1) is not null as found", [name]);
  return rows[0].found;
}

/**
 * @param {"migrate:latest" | "seed:run"} command
 * @param {NodeJS.ProcessEnv} env
 */
async function knex(command, env) {
  const cli = join(projectDir, "node_modules", "knex", "bin", "cli.js");
  const child = spawn(process.execPath, [cli, command], { cwd: projectDir, env, stdio: "inherit" });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Refusal(`\`knex ${command}\` failed.`);
}
