import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { parseAddress, splitAddress } from "../app/framework/hosts.js";
import { ignoreClientVariables } from "./embedded-postgres.js";
import { requireOwnAccount } from "./postgres/owner.js";
import { projectDir } from "./prepare.js";
import { Refusal } from "./refusal.js";

const modes = ["production", "development", "test"];
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

/** Connections of browsers, of the database and of a file store, and the programs' own files. */
const leastOpenFiles = 1024;

/** The office's own variables. */
const names = [
  ...[
    "ADMIN_PASSWORD",
    "ADMIN_USERNAME",
    "ALLOW_ROLLBACK",
    "APP_TIME_ZONE",
    "BACKUPS_KEPT",
    "BACKUPS_URL",
    "DATABASE_URL",
    "DATA_DIR",
  ],
  ...[
    "DEMO",
    "HOST",
    "LOG_LEVEL",
    "METRICS_PORT",
    "NODE_ENV",
    "PORT",
    "SESSION_SECRET",
    "SLOW_STATEMENT_MS",
    "TRUST_PROXY",
    "UPLOADS_URL",
  ],
  "WEB_CONCURRENCY",
];

/**
 * Removes blanks around the values of the office's variables: a file of settings with Windows' line ends gives each a CR.
 *
 * @param {NodeJS.ProcessEnv} env
 * @throws {Refusal} if a value is in quotation marks, which Docker takes from such a file as part of the value
 */
export function trimSettings(env) {
  for (const name of [...names, ...Object.keys(env).filter((name) => name.startsWith("AWS_"))]) {
    const value = env[name]?.trim();
    if (value === undefined) continue;
    if (/^(["']).*\1$/s.test(value))
      throw new Refusal(`${name} has quotation marks around its value: leave them out.`);
    env[name] = value;
  }
}

/**
 * The office's environment with its defaults. It refuses wrong settings before anything is started: a
 * server process that fails at one would be restarted again and again.
 *
 * @typedef {NodeJS.ProcessEnv & { DATA_DIR: string, PORT: string, WEB_CONCURRENCY: string }} Environment of the servers
 *
 * @param {"production" | "development"} mode NODE_ENV unless that is set
 * @param {NodeJS.ProcessEnv} variables whose values it trims
 * @returns {Environment}
 */
export function settings(mode, variables = process.env) {
  trimSettings(variables);
  /** @type {Environment} */
  const env = {
    ...variables,
    NODE_ENV: variables.NODE_ENV || mode,
    PORT: variables.PORT || "3000",
    DATA_DIR: resolve(variables.DATA_DIR || join(projectDir, "data")),
    WEB_CONCURRENCY:
      variables.WEB_CONCURRENCY || String(Math.min(Math.max(availableParallelism() - 1, 1), 4)),
  };
  if (!env.DATABASE_URL) ignoreClientVariables(env);
  requireSense(env);
  requireOwnAccount(env.DATA_DIR);
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

/**
 * Refuses a limit of open files that a few connections exhaust. Node has raised it as far as it may.
 *
 * @throws {Refusal}
 */
function requireOpenFiles() {
  if (process.platform !== "linux") return;
  const [, limit = "unlimited"] =
    /^Max open files\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  if (Number(limit) < leastOpenFiles)
    throw new Refusal(
      `This account may open ${limit} files at once (ulimit -n): the office needs ${leastOpenFiles} at least.`,
    );
}

/** @param {Environment} env */
function requireSense(env) {
  requireOpenFiles();
  const { PORT, METRICS_PORT, WEB_CONCURRENCY, LOG_LEVEL, SLOW_STATEMENT_MS, TRUST_PROXY = "" } = env;
  if (!modes.includes(env.NODE_ENV ?? ""))
    throw new Refusal(`NODE_ENV is none of ${modes.join(", ")}: ${env.NODE_ENV}`);
  if (!/^[01]?$/.test(env.DEMO ?? "")) throw new Refusal(`DEMO is neither 1 nor 0: ${env.DEMO}`);
  for (const name of ["PORT", "METRICS_PORT"])
    if (env[name] && !(/^[1-9]\d{0,4}$/.test(env[name]) && Number(env[name]) <= 65_535))
      throw new Refusal(`${name} is no port: ${env[name]}`);
  if (METRICS_PORT === PORT) throw new Refusal("METRICS_PORT must be another than PORT.");
  if (!/^[1-9]\d?$/.test(WEB_CONCURRENCY))
    throw new Refusal(`WEB_CONCURRENCY is no number of processes from 1 to 99: ${WEB_CONCURRENCY}`);
  if (LOG_LEVEL && !logLevels.includes(LOG_LEVEL))
    throw new Refusal(`LOG_LEVEL is none of ${logLevels.join(", ")}: ${LOG_LEVEL}`);
  if (SLOW_STATEMENT_MS && !/^\d+$/.test(SLOW_STATEMENT_MS))
    throw new Refusal(`SLOW_STATEMENT_MS is no number of milliseconds: ${SLOW_STATEMENT_MS}`);
  if (!/^(false|true|\d?)$/.test(TRUST_PROXY))
    throw new Refusal(`TRUST_PROXY is neither true nor false nor a number of proxies: ${TRUST_PROXY}`);
  attempt(
    "APP_TIME_ZONE",
    () => env.APP_TIME_ZONE && new Intl.DateTimeFormat("en", { timeZone: env.APP_TIME_ZONE }),
  );
  requirePlaces(env);
}

/**
 * Refuses addresses that name no database and no store of files.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function requirePlaces(env) {
  for (const name of ["UPLOADS_URL", "BACKUPS_URL"]) requireStore(name, env[name] ?? "");
  if (env.DATABASE_URL) requireAddress(env.DATABASE_URL);
}

/**
 * @param {string} address DATABASE_URL
 * @throws {Refusal} if it is none
 */
export function requireAddress(address) {
  if (!address)
    throw new Refusal("Set DATABASE_URL to your PostgreSQL, e.g. postgres://user:password@host/office");
  attempt("DATABASE_URL", () => parseAddress(address));
}

/**
 * @param {string} name
 * @param {string} location a folder, or the address of a bucket
 */
function requireStore(name, location) {
  if (!/^[a-z\d+.-]+:/i.test(location)) return;
  if (!location.startsWith("s3://")) throw new Refusal(`${name} is neither a folder nor s3://…`);
  const { host, port, username, password, pathname } = attempt(name, () => {
    splitAddress(location);
    return new URL(location);
  });
  const bucket = username || port ? pathname.split("/")[1] : host;
  if (!bucket || (username && !password))
    throw new Refusal(`${name} names no bucket, or no secret: s3://KEY:SECRET@host:port/bucket`);
}

/**
 * @template Result
 * @param {string} name the setting that the work reads
 * @param {() => Result} work
 */
function attempt(name, work) {
  try {
    return work();
  } catch (error) {
    throw new Refusal(`${name}: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * The secret of this DATA_DIR, which the first call creates. A power loss may leave the file empty.
 *
 * @param {string} dataDir
 */
function keptSecret(dataDir) {
  const file = join(dataDir, "session-secret");
  if (!existsSync(file) || !readFileSync(file, "utf8").trim()) {
    const draft = `${file}.${process.pid}`;
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(draft, randomBytes(32).toString("hex"), { mode: 0o600 });
    renameSync(draft, file);
  }
  return readFileSync(file, "utf8");
}
