import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { demoLogins } from "../scripts/demo-logins.js";
import { seed as seedRoles } from "../seeds/01_permissions_and_roles";
import { seed as seedAdministrator } from "../seeds/02_administrator";
import { seed as seedDemo } from "../seeds/03_demo_agency";
import { fixture } from "./support/app";
import { createEmptyDatabase, type TestDatabase } from "./support/database";
import { queriesOf } from "./support/queries";

const office = fixture({ demo: true });
const { rows } = queriesOf(office);

describe("filling an office", () => {
  let other: TestDatabase;
  beforeAll(async () => {
    other = await createEmptyDatabase();
    vi.stubEnv("DEMO", "1");
    vi.stubEnv("UPLOADS_URL", inject("demoUploads"));
    vi.stubEnv("ADMIN_USERNAME", "Admin");
    vi.stubEnv("ADMIN_PASSWORD", "Qubaa-2026");
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await other?.drop();
  });
  const seed = async () => {
    await seedRoles(other.knex);
    await seedAdministrator(other.knex);
    await seedDemo(other.knex);
  };

  test("only happens in a demonstration, and leaves an office with data alone", async () => {
    vi.stubEnv("DEMO", "0");
    await seed();
    expect(await other.knex("currencies")).toEqual([]);
    vi.stubEnv("DEMO", "1");
    await other.knex("company_info").update({ name: "وكالة قائمة" });
    await seed();
    expect(await other.knex("currencies")).toEqual([]);
    await other.knex("company_info").update({ name: "" });
  });

  test("gives the same office each time, under an administrator who was there before", async () => {
    const [before] = await other.knex("users");
    await seed();
    const after = await other.knex("users").orderBy("id");
    expect(after[0]).toEqual(before);
    expect(after).toHaveLength(demoLogins.length);

    // A running server enters the journal by itself.
    for (const { knex } of [office, other]) await knex.raw("SELECT post_journal(2147483647)");
    const tables = await tablesOf(other.knex);
    expect(tables).toContain("receipt_vouchers");
    // The two audit logs differ in their users and days. The office's server computes the debts of today when it comes to it.
    const debts = ["customer_debts", "customer_debts_totals", "debt_changes"];
    const own = ["users", "sessions", "failed_logins", "audit_log", "journal_state", ...debts];
    for (const table of tables.filter((name) => !own.includes(name))) {
      expect(await contents(other.knex, table), table).toEqual(await contents(office.knex, table));
    }
  });

  test("twice changes nothing", async () => {
    const tables = await tablesOf(other.knex);
    const before = new Map<string, unknown[]>();
    for (const table of tables) before.set(table, await wholeRows(other.knex, table));
    await other.knex.raw("ANALYZE"); // as autovacuum does at any time: it may change in which order equal keys come
    await seed();
    for (const table of tables) expect(await wholeRows(other.knex, table), table).toEqual(before.get(table));
  });
});

/** The office's tables, without Knex's own. */
async function tablesOf(knex: Knex) {
  const found = await rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name NOT LIKE 'knex%' ORDER BY 1`,
    knex,
  );
  return found.map(({ name }) => name);
}

/** A table's rows as texts, in an order that nothing else decides. */
const wholeRows = (knex: Knex, table: string) =>
  rows(`SELECT "${table}"::text AS row FROM "${table}" ORDER BY 1`, knex);

/** Columns with random file names. */
const storeNames = ["image", "document", "file_name"];

/** A table's rows without users and without dates, which depend on the day of the seeding. */
async function contents(knex: Knex, table: string) {
  const columns = await rows<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_name = '${table}' AND data_type NOT IN ('date', 'timestamp with time zone')`,
    knex,
  );
  // A running server reads telephones by itself, and no server runs on the other office. Each cluster counts its own transactions.
  const others = [...storeNames, "phone_e164", "search", "transaction_id"];
  const names = columns.filter(({ name }) => !others.includes(name)).map(({ name }) => `"${name}"`);
  return rows(`SELECT ${names.join(", ")} FROM "${table}" ORDER BY ${names.join(", ")}`, knex);
}
