import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectDir } from "../scripts/prepare.js";
import { errorText } from "../scripts/refusal.js";
import { settings } from "../scripts/settings.js";
import { spawnOffice, startApp } from "./support/app";
import { createDatabase, type TestDatabase } from "./support/database";
import { until } from "./support/until";

/* The settings are checked at the start, all of them, before anything runs. */

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});

afterAll(() => database.drop());

const unworkable: [env: Record<string, string | undefined>, sentence: string][] = [
  [{ METRICS_PORT: "77777" }, "METRICS_PORT is no port: 77777"],
  [{ METRICS_PORT: "3456", PORT: "3456" }, "METRICS_PORT must be another than PORT"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL is none of fatal, error"],
  [{ SLOW_STATEMENT_MS: "half a second" }, "SLOW_STATEMENT_MS is no number"],
  [{ APP_TIME_ZONE: "Mars/Base" }, "APP_TIME_ZONE: Invalid time zone"],
  [{ UPLOADS_URL: "https://bucket.example/office" }, "UPLOADS_URL is neither"],
  [{ UPLOADS_URL: "s3://key:secret@127.0.0.1:9000" }, "UPLOADS_URL names no bucket"],
  [{ UPLOADS_URL: "s3://key@127.0.0.1:9000/b" }, "UPLOADS_URL names no bucket, or no secret"],
  [{ UPLOADS_URL: "S3://key:secret@127.0.0.1:9000/b" }, "UPLOADS_URL is neither"],
  [{ UPLOADS_URL: "s3:bucket" }, "UPLOADS_URL is neither"],
  [{ BACKUPS_URL: "s3:/bucket" }, "BACKUPS_URL is neither"],
  [{ UPLOADS_URL: "s3://key:se/cret@a:9000/b" }, "UPLOADS_URL: a character of the user name or password"],
  [{ UPLOADS_URL: "s3://key:12/cret@a/b" }, "must be percent-encoded: / as %2F"],
  [{ UPLOADS_URL: "s3://key:se%cret@a:9000/b" }, "UPLOADS_URL: a % of the user name or password"],
  [{ UPLOADS_URL: "s3://key:se%ffcret@a:9000/b" }, "UPLOADS_URL: a % of the user name or password"],
  [{ UPLOADS_URL: "s3://key:secret@a:90000/b" }, "UPLOADS_URL: a:90000 is no host with a port"],
  [{ DATABASE_URL: "postgres://u:p@a:5432,b:port/office" }, "DATABASE_URL: b:port is no host with a port"],
  [{ DATABASE_URL: "postgres://u:p@[::1/office" }, "DATABASE_URL: [::1 is no host with a port"],
  [{ HOST: '"127.0.0.1"' }, "HOST has quotation marks around its value"],
  [{ ADMIN_PASSWORD: "'Zamzam-well-77'" }, "ADMIN_PASSWORD has quotation marks"],
  [{ AWS_SECRET_ACCESS_KEY: '"key"' }, "AWS_SECRET_ACCESS_KEY has quotation marks"],
  [{ NODE_ENV: "Production" }, "NODE_ENV is none of production, development, test: Production"],
  [{ NODE_ENV: "production\r", SESSION_SECRET: "" }, "SESSION_SECRET is not set"],
  [{ DEMO: "true" }, "DEMO is neither 1 nor 0: true"],
  [{ PORT: "0" }, "PORT is no port: 0"],
  [{ PORT: "-3000" }, "PORT is no port: -3000"],
  [{ BACKUPS_URL: "ftp://backups" }, "BACKUPS_URL is neither"],
  [{ TRUST_PROXY: "yes" }, "TRUST_PROXY is neither true nor false nor a number"],
  [{ SESSION_SECRET: " \r" }, "SESSION_SECRET is not set"],
  [
    { DATABASE_URL: "postgres://u:p#w@a/office" },
    "DATABASE_URL: a character of the user name or password must",
  ],
  [{ DATABASE_URL: "postgres://u:p/w@a/office" }, "must be percent-encoded: / as %2F"],
  [{ DATABASE_URL: "postgres://u:p?w@a/office" }, "? as %3F"],
  [{ DATABASE_URL: "postgres://u:p%w@a/office" }, "as %25"],
  [{ DATABASE_URL: "postgres://a/office?sslmode=no-verify" }, "sslmode=require encrypts without"],
  [{ DATABASE_URL: "mysql://a/office" }, "DATABASE_URL: it is no address such as postgres://"],
  [{ DATABASE_URL: "postgres://a/office?sslmode=full" }, "DATABASE_URL: there is no sslmode=full"],
  [
    { DATA_DIR: "/dev/null/data", SESSION_SECRET: undefined, NODE_ENV: "test" },
    "/dev/null/data cannot be written",
  ],
];
test.each(unworkable)("%o: %s", (env, sentence) => {
  const usual = {
    DATABASE_URL: "postgres://a/office",
    SESSION_SECRET: "of a test",
    NODE_ENV: "production" as const,
  };
  let said: unknown;
  try {
    settings("production", { ...process.env, ...usual, ...env });
  } catch (error) {
    said = errorText(error);
  }
  expect(said).toContain(sentence); // a text, and no stack
});

test("refuses in a sentence what it could not work with", async () => {
  const office = await spawnOffice({ database, env: { LOG_LEVEL: "loud" } });
  expect(await office.ended).toBe(1);
  expect(office.output()).toBe("LOG_LEVEL is none of fatal, error, warn, info, debug, trace, silent: loud\n");
});

test("hears settings from a file with Windows' line ends", async () => {
  const office = await startApp({
    database,
    env: { TRUST_PROXY: "false\r", LOG_LEVEL: "info\r", ADMIN_USERNAME: "\r" },
  });
  const { headers } = await fetch(`${office.url}/login`, { headers: { "X-Forwarded-Proto": "https" } });
  expect(headers.get("Strict-Transport-Security")).toBeNull();
  await until(() => expect(office.output()).toContain('"/login"'));
  await office.stop();
});

test("refuses an account that may open few files", async () => {
  const script = join(projectDir, "scripts", "start.js");
  const { status, stderr } = spawnSync("sh", ["-c", `ulimit -n 64; exec ${process.execPath} ${script}`], {
    env: { ...process.env, DATABASE_URL: database.url, SESSION_SECRET: "of a test, long enough" },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining("may open 64 files at once (ulimit -n)")]);
});
