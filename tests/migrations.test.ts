import createKnex, { type Knex } from "knex";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectTo } from "../app/framework/hosts.js";
import { migrationNames } from "../scripts/migration-names.js";
import { type Migration, migrationSource, patient } from "../scripts/migrations.js";
import { schemaOf } from "../scripts/schema/catalog.js";
import { expectBalanced, expectEntered } from "./support/books";
import {
  createBareDatabase,
  createDatabase,
  createDemoDatabase,
  createEmptyDatabase,
  knexCommand,
  type TestDatabase,
  useDatabases,
} from "./support/database";
import { expectJournal } from "./support/journal";
import { asOldRelease, withoutCheques, withoutCreditNotes, withoutNewDocuments } from "./support/old-release";

import { prepareReceipts, type Receipts } from "./support/posting-clerks";
import { waitingIn } from "./support/waiting";

/* Migrations: up, down and up again, several at once, killed, and under an office at work. */

const use = useDatabases();

/** The schema with each table's lines in alphabetical order: a column that a migration brings back is the last one. */
async function schema(knex: Knex) {
  const told: string = await schemaOf((statement: string) => knex.raw(statement));
  return told.replace(/^CREATE TABLE [^;]*/gm, (table) =>
    table.replaceAll(",\n", "\n").split("\n").sort().join("\n"),
  );
}
const applied = (knex: Knex) => knex("knex_migrations").orderBy("id").pluck("name");

test("two at once both end well, and one is found done by the other", async () => {
  const { url, knex } = await use(createBareDatabase());
  const env = { DATABASE_URL: url };
  const [one, other] = await Promise.all([
    knexCommand("migrate:latest", env),
    knexCommand("migrate:latest", env),
  ]);
  expect([one.stdout, other.stdout].filter((said) => said.includes("Already up to date"))).toHaveLength(1);
  expect(one.stderr + other.stderr).toContain("Waiting for a migration");
  expect(await applied(knex)).toEqual(migrationNames);
});

const config = { migrationSource: migrationSource() };

test("each is taken back to the schema before it, and comes again", async () => {
  const { knex } = await use(createEmptyDatabase());
  const whole = await schema(knex);
  const schemas: string[] = [];
  for (const _ of migrationNames) {
    await knex.migrate.down(config);
    schemas.unshift(await schema(knex));
  }
  expect(schemas[0]).not.toMatch(/^CREATE (?!EXTENSION)/m);
  for (const [index, before] of schemas.entries()) {
    expect(await schema(knex), `before ${migrationNames[index]}`).toBe(before);
    await knex.migrate.up(config);
  }
  expect(await schema(knex)).toBe(whole);
});

test("all are taken back from an office with its rows, and come again though a killed one left its lock", async () => {
  const { url, knex } = await use(createDemoDatabase());
  const whole = await schema(knex);
  for (const command of ["migrate:rollback", "migrate:rollback --all", "migrate:down"])
    await expect(knexCommand(command, { DATABASE_URL: url })).rejects.toMatchObject({
      stderr: expect.stringMatching(/^(?!.*\n {4}at ).*This office has users/s),
    });
  expect(await schema(knex)).toBe(whole);
  await expect(
    knexCommand("migrate:rollback --all", { DATABASE_URL: url, ALLOW_ROLLBACK: "1" }),
  ).rejects.toMatchObject({ stderr: expect.stringMatching(/AGT-\d{4}-\d+, PUR-.*, RV-/) });
  await withoutCreditNotes(knex);
  await expect(
    knexCommand("migrate:rollback --all", { DATABASE_URL: url, ALLOW_ROLLBACK: "1" }),
  ).rejects.toMatchObject({ stderr: expect.stringMatching(/cheques in hand: RV-\d{4}-\d{5}, RV/) });
  await withoutCheques(knex);
  await expect(
    knexCommand("migrate:rollback --all", { DATABASE_URL: url, ALLOW_ROLLBACK: "1" }),
  ).rejects.toMatchObject({ stderr: expect.stringMatching(/TV-\d{4}-00001, TV/) });
  await withoutNewDocuments(knex);
  const [sold] = await knex("receipt_vouchers").whereNotNull("service_name").orderBy("id");
  await knex("receipt_vouchers")
    .whereNotNull("cheque_state")
    .update({ cheque_state: null, return_reason: null, charge_amount: 0 });
  await expect(
    knexCommand("migrate:rollback --all", { DATABASE_URL: url, ALLOW_ROLLBACK: "1" }),
  ).rejects.toMatchObject({ stderr: expect.stringContaining(sold.receipt_number) });
  await knex.migrate.latest(config);
  await asOldRelease(knex);
  await knexCommand("migrate:rollback --all", { DATABASE_URL: url, ALLOW_ROLLBACK: "1" });
  expect(await schema(knex)).not.toMatch(/^CREATE (?!EXTENSION)/m);
  await knex("knex_migrations_lock").update({ is_locked: 1 });
  await knexCommand("migrate:latest", { DATABASE_URL: url });
  expect(await schema(knex)).toBe(whole);
});

describe("under an office whose clerks post receipts", () => {
  let database: TestDatabase;
  let knex: Knex;
  let receipts: Receipts;

  beforeAll(async () => {
    database = await use(createDatabase());
    knex = createKnex({ client: "pg", connection: database.url });
    receipts = await prepareReceipts(database.knex);
  });
  afterAll(() => knex.destroy());

  /** Two possible migrations: one that blocks all writers, one that cannot run in a transaction. */
  const steps = new Map<string, Migration>([
    ["1", { up: (trx) => trx.raw("ALTER TABLE receipt_vouchers ADD weight integer"), down: async () => {} }],
    [
      "2",
      {
        up: (trx) => trx.raw("CREATE INDEX CONCURRENTLY weights ON receipt_vouchers (weight)"),
        down: async () => {},
        config: { transaction: false },
      },
    ],
  ]);
  const migrate = () =>
    knex.migrate.latest({
      tableName: "knex_migrations_of_the_test",
      migrationSource: {
        getMigrations: async () => [...steps.keys()],
        getMigrationName: (name: string) => name,
        getMigration: async (name: string) => patient(steps.get(name) as Migration),
      },
    });

  test("one waits in short tries for a table that somebody writes for long, and nobody waits behind it", async () => {
    const holder = await connectTo({ connectionString: database.url });
    await holder.query("BEGIN; LOCK TABLE receipt_vouchers IN ROW EXCLUSIVE MODE");
    const clerks = receipts.post(database.url);
    let isDone = false;
    const done = migrate().then(() => {
      isDone = true;
    });
    for (let round = 0; round < 3; round++) {
      // The migration waits for the holder, and clerks behind it; then it gives up for a while, and they go on.
      await expect.poll(() => waitingIn(database.knex), { interval: 5 }).toBeGreaterThan(1);
      const before = clerks.posted();
      await expect.poll(clerks.posted).toBeGreaterThan(before + 10);
    }
    expect(isDone).toBe(false);
    await holder.query("ROLLBACK");
    await holder.end();
    await done;
    const before = clerks.posted();
    await expect.poll(clerks.posted).toBeGreaterThan(before + 3);
    await clerks.stop();
    const told = await schema(database.knex);
    expect(told).toContain("\n  weight integer\n");
    expect(told).toContain("\nCREATE INDEX weights ON");
  });
});

test("a returned cheque is named by what would take back its columns", async () => {
  const { url, knex } = await use(createDemoDatabase());
  await withoutNewDocuments(knex);
  const { receipt_number } = await knex("receipt_vouchers").where({ cheque_state: "returned" }).first();
  const back = () => knexCommand("migrate:down", { DATABASE_URL: url, ALLOW_ROLLBACK: "1" });
  while (!(await applied(knex)).at(-1)?.startsWith("067")) await back();
  await expect(back()).rejects.toMatchObject({ stderr: expect.stringContaining(receipt_number) });
});

test("the entries of an office's documents are written while clerks post receipts, and go on where they were stopped", async () => {
  const { url, knex } = await use(createDemoDatabase());
  await asOldRelease(knex);
  while ((await applied(knex)).includes("054_entries.ts"))
    await knexCommand("migrate:down", { DATABASE_URL: url, ALLOW_ROLLBACK: "1" });
  const [document] = await knex("receipt_vouchers").orderBy("id").limit(1);
  const clerks = (await prepareReceipts(knex)).post(url);
  for (const _ of ["their table", "their triggers"]) await knex.migrate.up(config);
  await knex("receipt_vouchers").where({ id: document.id }).update({ description: "قبل أن تصل إليه" });
  // An earlier try came so far.
  await knex.raw(`SELECT keep_entries('contract', id, ARRAY(SELECT lines_of(contracts, NULL::contracts)), true, created_at)
    FROM contracts WHERE id <= (SELECT max(id) / 2 FROM contracts)`);
  await knex.migrate.latest(config);
  const before = clerks.posted();
  await expect.poll(clerks.posted).toBeGreaterThan(before + 3);
  await clerks.stop();
  await expectEntered(knex);
  await expectJournal(knex);
  const causes = await knex("entries").distinct("cause").orderBy("cause").pluck("cause");
  expect(causes).toEqual(
    expect.arrayContaining(["cancelling", "contract", "fee", "invoice", "payment", "receipt", "refund"]),
  );
});

test("movements get their days while clerks post receipts, and go on where they were stopped", async () => {
  const { url, knex } = await use(createDemoDatabase());
  await asOldRelease(knex);
  const lines = () =>
    knex("movements")
      .where("created_at", "<", "2026-11-01")
      .whereNot({ line_count: 0 })
      .orderBy("id")
      .select("id", "date", "is_event", "reverses", "payment_method", "purpose", "campaign_name", "party");
  const before = await lines();
  while ((await applied(knex)).includes("057_days_of_movements.ts"))
    await knexCommand("migrate:down", { DATABASE_URL: url, ALLOW_ROLLBACK: "1" });
  const clerks = (await prepareReceipts(knex)).post(url);
  await knex.migrate.up(config);
  await knex.raw(
    "SELECT describe_old_movements(ARRAY(SELECT document_number FROM movements WHERE id % 3 = 0))",
  ); // an earlier try came so far
  // One that is cancelled before its turn.
  const receipt = await knex("receipt_vouchers")
    .where({ status: "confirmed", contract_id: null })
    .orderBy("id")
    .first();
  await knex.transaction(async (trx) => {
    await trx("receipt_vouchers").where({ id: receipt.id }).update({ status: "cancelled" });
    const [account] = await trx("accounts")
      .where({ id: receipt.account_id })
      .decrement("balance", receipt.account_amount)
      .returning("*");
    await trx("movements").insert({
      account_id: account.id,
      amount: `-${receipt.account_amount}`,
      balance_after: account.balance,
      cause: "receipt_reversal",
      document_number: receipt.receipt_number,
      created_at: account.updated_at,
    });
  });
  await knex.migrate.latest(config);
  const posted = clerks.posted();
  await expect.poll(clerks.posted).toBeGreaterThan(posted + 3);
  await clerks.stop();
  await expectBalanced(knex);
  await expectJournal(knex);
  expect(await lines()).toEqual(before);
  expect(
    await knex("movements").where({ document_number: receipt.receipt_number, is_event: true }),
  ).toHaveLength(1);
});
