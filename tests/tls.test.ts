import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectTo } from "../app/framework/hosts.js";
import { startApp } from "./support/app";
import { signIn } from "./support/client";
import { owner } from "./support/cluster";
import { createDatabase, knexCommand, type TestDatabase } from "./support/database";

/*
 * TLS to PostgreSQL, as libpq's options ask for it. The server's certificate names 127.0.0.1 and is signed by an authority of these
 * tests; server.key is the key of nothing else.
 */

const certificate = (name: string) => fileURLToPath(new URL(`support/certificates/${name}`, import.meta.url));
const authority = certificate("authority.pem");

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});

afterAll(() => database.drop());

const addressed = (url: string, query: string, hostname = "127.0.0.1") =>
  `${Object.assign(new URL(url), { hostname }).href}?${query}`;

/** Whether a connection by these options is encrypted, as PostgreSQL sees it. */
async function isEncrypted(query: string, hostname?: string) {
  const session = await connectTo({ connectionString: addressed(database.url, query, hostname) });
  const { rows } = await session.query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
  await session.end();
  return rows[0].ssl as boolean;
}

test("where the server has no TLS, sslmode=prefer goes on without, require does not", async () => {
  expect(await isEncrypted("sslmode=prefer")).toBe(false);
  await expect(isEncrypted("sslmode=require")).rejects.toThrow(/SSL/);
});

describe("where the server has it", () => {
  let place: string;

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), "office-tls-"));
    for (const name of ["server.pem", "server.key"]) copyFileSync(certificate(name), join(place, name));
    chmodSync(join(place, "server.key"), 0o600);
    if (owner) await once(spawn("chown", ["-R", owner, place]), "exit");
    await database.knex.raw(`ALTER SYSTEM SET ssl_cert_file = '${place}/server.pem'`);
    await database.knex.raw(`ALTER SYSTEM SET ssl_key_file = '${place}/server.key'`);
    await database.knex.raw("ALTER SYSTEM SET ssl = on");
    await database.knex.raw("SELECT pg_reload_conf()");
    while (!(await isEncrypted("sslmode=prefer"))) await pause(20); // it reads them one after the other
  });

  afterAll(async () => {
    for (const name of ["ssl", "ssl_cert_file", "ssl_key_file"])
      await database.knex.raw(`ALTER SYSTEM RESET ${name}`);
    await database.knex.raw("SELECT pg_reload_conf()");
    rmSync(place, { recursive: true });
  });

  test.each([
    ["", false],
    ["sslmode=disable", false],
    ["sslmode=allow", false],
    ["sslmode=prefer", true],
    ["sslmode=require", true],
    [`sslmode=verify-ca&sslrootcert=${authority}`, true],
    [`sslmode=verify-full&sslrootcert=${authority}`, true],
  ])("%s: encrypted: %s", async (query, encrypted) => {
    expect(await isEncrypted(query)).toBe(encrypted);
  });

  test.each([
    "sslmode=verify-full",
    "sslrootcert=system",
    `sslmode=verify-full&sslrootcert=${certificate("server.pem")}`,
  ])("%s: a certificate of an unknown authority is refused", async (query) => {
    await expect(isEncrypted(query)).rejects.toThrow(/certificate/);
  });

  test("a certificate of another name is refused by verify-full alone", async () => {
    expect(await isEncrypted(`sslmode=verify-ca&sslrootcert=${authority}`, "localhost")).toBe(true);
    await expect(isEncrypted(`sslmode=verify-full&sslrootcert=${authority}`, "localhost")).rejects.toThrow(
      /altnames/,
    );
  });

  test("the office, its supervisor and Knex's commands keep to it", async () => {
    const verified = (url: string) => addressed(url, `sslmode=verify-full&sslrootcert=${authority}`);
    const office = await startApp({ database: { applicationUrl: verified(database.applicationUrl) } });
    try {
      const manager = await signIn(office.url);
      expect((await manager.post("/api/customers", { name: "سعاد", phone: "0501" })).status).toBe(201);
      const { rows } = await database.knex.raw(
        "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'office'",
      );
      expect(rows).toContainEqual({ ssl: true });
    } finally {
      await office.stop();
    }
    const { stdout } = await knexCommand("migrate:status", { DATABASE_URL: verified(database.url) });
    expect(stdout).toContain("Found");
  });
});
