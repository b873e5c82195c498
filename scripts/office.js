import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connectTo } from "../app/framework/hosts.js";
import { requireFitDatabase, requireGrants } from "./database.js";
import { startEmbeddedPostgres } from "./embedded-postgres.js";
import { migrationNames } from "./migration-names.js";
import { appliedMigrations, requireKnownMigrations } from "./migrations.js";
import { backUpNightly, backupsKept } from "./nightly.js";
import { whyTaken } from "./ports.js";
import { projectDir } from "./prepare.js";
import { keepRunning, serveMetrics } from "./processes.js";
import { errorText, Refusal, unreachable } from "./refusal.js";
import { settings } from "./settings.js";

/** @typedef {import("./settings.js").Environment} Environment */

const application = "office_application";

/**
 * Runs the office: prepares its database, schema and first users, runs its server processes on one port, and restarts
 * whatever dies, until this process gets a signal to end. It ends this process.
 *
 * @param {string[]} server the program that serves, for Node, with its arguments
 * @param {"production" | "development"} mode NODE_ENV unless that is set
 * @returns {Promise<never>}
 */
export async function runOffice(server, mode) {
  const ending = new AbortController();
  const toldToEnd = once(ending.signal, "abort");
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => ending.abort());
  let database, stopServers, stopBackups;
  try {
    const env = settings(mode);
    const backups = backupsKept(env);
    await requireFreePort("PORT", env);
    if (env.METRICS_PORT) await requireFreePort("METRICS_PORT", env);
    if (!env.DATABASE_URL) {
      database = await startEmbeddedPostgres(env.DATA_DIR, { ending: ending.signal });
      env.DATABASE_URL = database.url;
    }
    await prepareDatabase(env, database ? migrate : refuseOutdatedSchema, ending.signal);
    if (database) env.DATABASE_URL = await applicationUrl(env, ending.signal);
    stopServers = keepRunning(server, env);
    if (env.METRICS_PORT) await serveMetrics(env);
    if (database && backups > 0) stopBackups = backUpNightly(env, backups);
    await Promise.race([toldToEnd, database?.lost ?? toldToEnd]);
  } catch (error) {
    if (!ending.signal.aborted) {
      console.error(errorText(error));
      process.exitCode = 1;
    }
  }
  stopBackups?.();
  await stopServers?.();
  await database?.stop();
  process.exit();
}

/**
 * Refuses a taken port. It waits a moment, since a server whose parent was just killed may still have it.
 *
 * @param {"PORT" | "METRICS_PORT"} name
 * @param {Environment} env
 */
async function requireFreePort(name, { HOST, [name]: port }) {
  const deadline = Date.now() + 2_000;
  for (;;) {
    const reason = await whyTaken(Number(port), HOST || undefined);
    if (!reason) return;
    if (reason !== "EADDRINUSE") throw new Refusal(`Cannot listen on ${HOST || "*"}:${port}: ${reason}`);
    if (Date.now() > deadline)
      throw new Refusal(`Port ${port} is taken by another program: set ${name} to a free one.`);
    await pause(50);
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {(session: import("pg").Client, env: NodeJS.ProcessEnv) => Promise<void>} requireSchema
 * @param {AbortSignal} ending
 */
async function prepareDatabase(env, requireSchema, ending) {
  const session = await connect(env, ending);
  try {
    await requireFitDatabase(session, env.DATABASE_URL ?? "");
    await requireGrants(session);
    await requireKnownMigrations(session);
    await requireSchema(session, env);
    await seed(session, env);
  } finally {
    await session.end();
  }
}

/**
 * The embedded database's address for the server: its role owns nothing, while migrations and seeds run as the owner.
 * The role's password is new at every start.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} ending
 */
async function applicationUrl(env, ending) {
  const url = new URL(env.DATABASE_URL ?? "");
  [url.username, url.password] = [application, randomBytes(24).toString("base64url")];
  const owner = await connect(env, ending);
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
 * Connects to the database. It tries again, since a database server that starts together with the office may be up later.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} ending ends the attempts
 */
async function connect({ DATABASE_URL }, ending) {
  const start = Date.now();
  for (let isTold = false; ; ) {
    try {
      const session = await connectTo({ connectionString: DATABASE_URL });
      session.on("error", () => {}); // the running statement fails anyway
      return session;
    } catch (error) {
      const { code = "", message } = /** @type {NodeJS.ErrnoException} */ (error);
      const isAway = /^(E[A-Z_]+|57P03|25006)$/.test(code) || code === "";
      if (!isAway || Date.now() > start + 30_000) throw unreachable(error);
      if (!isTold && Date.now() > start + 2_000) {
        isTold = true;
        console.error(`Waiting for the database of DATABASE_URL: ${message || code}`);
      }
    }
    await pause(250, undefined, { signal: ending });
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
  await runProgram(["scripts/migrate.js"], env, "The migration");
}

/** @param {import("pg").Client} session */
async function pendingMigrations(session) {
  const done = new Set(await appliedMigrations(session));
  return migrationNames.filter((name) => !done.has(name));
}

/**
 * Creates the first users if there are none and the environment names them.
 *
 * @param {import("pg").Client} session
 * @param {NodeJS.ProcessEnv} env
 */
async function seed(session, env) {
  // If a demonstration's first start was killed, it has users but no agency yet.
  const wanted = env.DEMO === "1" ? "currencies" : "users";
  if ((await session.query(`select from ${wanted} limit 1`)).rowCount) return;
  if (env.DEMO === "1" || (env.ADMIN_USERNAME && env.ADMIN_PASSWORD))
    await runProgram([join("node_modules", "knex", "bin", "cli.js"), "seed:run"], env, "`knex seed:run`");
  else
    console.log(
      "There are no users yet: start once with ADMIN_USERNAME and ADMIN_PASSWORD set to make the first.",
    );
}

/**
 * @param {string[]} args a program of the project, for Node, with its arguments
 * @param {NodeJS.ProcessEnv} env
 * @param {string} title
 */
async function runProgram(args, env, title) {
  const child = spawn(process.execPath, args, { cwd: projectDir, env, stdio: "inherit" });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Refusal(`${title} failed.`);
}
