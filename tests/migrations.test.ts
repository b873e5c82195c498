import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Knex } from "knex";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectTo } from "../app/db/hosts.js";
import { createBareDatabase, createDatabase, knexCommand, type TestDatabase } from "./support/database";

/* Migrations, several at once, killed, and under an office at work. */

const all = readdirSync(new URL("../migrations", import.meta.url))
  .filter((name) => name.endsWith(".ts"))
  .sort();

/** Of a fresh clone's last weeks; older ones have been applied everywhere. */
const newest = all.slice(-4);

const databases: TestDatabase[] = [];
async function use(database: Promise<TestDatabase>) {
  databases.push(await database);
  return database;
}
afterAll(async () => {
  for (const database of databases) await database.drop();
});

test("two at once both end well, and one is found done by the other", async () => {
  const { url, knex } = await use(createBareDatabase());
  const env = { DATABASE_URL: url };
  const [one, other] = await Promise.all([
    knexCommand("migrate:latest", env),
    knexCommand("migrate:latest", env),
  ]);
  expect([one.stdout, other.stdout].filter((said) => said.includes("Already up to date"))).toHaveLength(1);
  expect(one.stderr + other.stderr).toContain("Waiting for a migration");
  expect(await knex("knex_migrations").orderBy("id").pluck("name")).toEqual(all);
});

describe("the newest", () => {
  let database: TestDatabase;
  let env: { DATABASE_URL: string };
  const schemas: string[][] = [];
  let receipts: Receipts;

  beforeAll(async () => {
    database = await use(createDatabase());
    env = { DATABASE_URL: database.url };
    receipts = await prepareReceipts(database.knex);
  });

  const applied = () => database.knex("knex_migrations").orderBy("id").pluck("name");

  test("are taken back one by one", async () => {
    for (const name of newest.toReversed()) {
      schemas.unshift(await schemaOf(database.knex));
      await knexCommand("migrate:down", env);
      expect(await applied()).not.toContain(name);
    }
    expect(await applied()).toEqual(all.slice(0, -newest.length));
  });

  test.each(newest)(
    "%s is applied while receipts are posted, and gives the schema that was taken back",
    async (name) => {
      const clerks = receipts.post(database.url);
      await pause(150);
      await knexCommand("migrate:up", env);
      await pause(150);
      const { posted, slowest } = await clerks.stop();
      expect(posted).toBeGreaterThan(10);
      expect(slowest).toBeLessThan(3000); // an office gives up a statement that waits longer
      expect(await applied()).toContain(name);
      expect(await schemaOf(database.knex)).toEqual(schemas[newest.indexOf(name)]);
    },
  );

  test("as a batch are taken back by migrate:rollback, and come again", async () => {
    const before = await schemaOf(database.knex);
    await knexCommand("migrate:rollback", env); // the last batch, which is the newest alone
    expect(await applied()).toEqual(all.slice(0, -1));
    await knexCommand("migrate:latest", env);
    expect(await schemaOf(database.knex)).toEqual(before);
  });

  test("a lock that a killed one left is taken over; a table that is held is waited for in short tries", async () => {
    await knexCommand("migrate:down", env);
    await database.knex("knex_migrations_lock").update({ is_locked: 1 });
    const holder = await connectTo({ connectionString: database.url });
    const { rows } = await database.knex.raw(
      "SELECT string_agg(quote_ident(tablename), ', ') AS tables FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'knex%'",
    );
    await holder.query(`BEGIN; LOCK TABLE ${rows[0].tables} IN ROW EXCLUSIVE MODE`); // as who writes for long
    const migrated = knexCommand("migrate:latest", env);
    const clerks = receipts.post(database.url);
    await pause(3000);
    const { posted, slowest } = await clerks.stop();
    expect(posted).toBeGreaterThan(10);
    expect(slowest).toBeLessThan(3000);
    await holder.query("ROLLBACK");
    await holder.end();
    await migrated;
    expect(await applied()).toEqual(all);
    expect(await schemaOf(database.knex)).toEqual(schemas.at(-1));
  });
});

/** Columns, indexes, constraints, triggers and functions, in words. */
async function schemaOf(knex: Knex): Promise<string[]> {
  const { rows } = await knex.raw(`
    SELECT concat_ws(' ', table_name, column_name, data_type, udt_name, is_nullable, column_default, generation_expression) AS line
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT pg_get_functiondef(pg_proc.oid) FROM pg_proc
      LEFT JOIN pg_depend ON objid = pg_proc.oid AND deptype = 'e'
      WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND objid IS NULL
    ORDER BY 1`);
  return rows.map(({ line }: { line: string }) => line);
}

type Receipts = Awaited<ReturnType<typeof prepareReceipts>>;

/** What the office of any version before does for a receipt, in SQL. */
async function prepareReceipts(knex: Knex) {
  const [user] = await knex("users").select("id");
  const [currency] = await knex("currencies")
    .insert({ name: "دولار", code: "USD", symbol: "$", exchange_rate: 1, is_default: true })
    .returning("id");
  const [account] = await knex("accounts")
    .insert({ kind: "cash_box", name: "الصندوق", currency_id: currency.id })
    .returning("id");
  const [customer] = await knex("customers").insert({ name: "سعاد", phone: "0501234567" }).returning("id");

  const statements = [
    `SELECT balance FROM accounts WHERE id = ${account.id} FOR NO KEY UPDATE`,
    `INSERT INTO document_numbers VALUES ('RV', 2026, 1)
     ON CONFLICT (prefix, year) DO UPDATE SET last = document_numbers.last + 1`,
    `INSERT INTO receipt_vouchers (receipt_number, date, customer_id, amount, currency_id, payment_method, account_id,
       account_amount, exchange_rate_at_payment, equivalent_amount, equivalent_currency_id, description, received_by)
     SELECT 'RV-2026-' || lpad(last::text, 5, '0'), '2026-11-01', ${customer.id}, 5, ${currency.id}, 'cash', ${account.id},
       5, 1, 5, ${currency.id}, 'دفعة', ${user.id} FROM document_numbers WHERE prefix = 'RV'`,
    `UPDATE accounts SET balance = balance + 5 WHERE id = ${account.id}`,
  ];

  /** Clerks who post until they are stopped, each statement as patient as the office's. */
  function post(url: string) {
    let working = true;
    let posted = 0;
    let slowest = 0;
    const clerks = Array.from({ length: 3 }, async () => {
      const session = new pg.Client({ connectionString: url, lock_timeout: 3000 });
      await session.connect();
      while (working) {
        const started = performance.now();
        await session.query(`BEGIN; ${statements.join(";")}; COMMIT`).catch(async ({ code }) => {
          expect(code).toBe("40P01"); // which the office tries again by itself
          await session.query("ROLLBACK");
        });
        slowest = Math.max(slowest, performance.now() - started);
        posted++;
        await session.query("SELECT receipt_number FROM receipt_vouchers ORDER BY id DESC LIMIT 25");
      }
      await session.end();
    });
    return {
      async stop() {
        working = false;
        await Promise.all(clerks);
        return { posted, slowest };
      },
    };
  }
  return { post };
}
