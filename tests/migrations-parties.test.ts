import { expect, test } from "vitest";
import { migrationNames } from "../scripts/migration-names.js";
import { migrationSource } from "../scripts/migrations.js";
import { expectBalanced } from "./support/books";
import { createDemoDatabase, knexCommand, useDatabases } from "./support/database";
import { makeAgent, makeContract, makeCustomer, makeInvoice, makeSupplier } from "./support/factories";
import { withoutNewDocuments } from "./support/old-release";
import { prepareReceipts } from "./support/posting-clerks";

/* Entries whose parties earlier releases deleted. */

const use = useDatabases();
const config = { migrationSource: migrationSource() };
const tables = ["customers", "agents", "suppliers"];

test("each gets a hidden party while clerks post receipts, and loses it when the migration is taken back", async () => {
  const { url, knex } = await use(createDemoDatabase());
  await withoutNewDocuments(knex);
  const hidden = async () => {
    const rows = tables.map((table) => knex(table).whereNotNull("deleted_at").select("name", "deleted_at"));
    return (await Promise.all(rows)).flat();
  };
  const takeBack = async () => {
    for (const name of migrationNames.toReversed()) {
      await knexCommand("migrate:down", { DATABASE_URL: url, ALLOW_ROLLBACK: "1" });
      if (name === "071_hidden_parties.ts") return;
    }
  };
  await takeBack();

  const { campaign_id, package_id, currency_id } = await knex("contracts").orderBy("id").first();
  const customer_id = await makeCustomer(knex, { name: "عميل في السجل" });
  const agent_id = await makeAgent(knex);
  const supplier_id = await makeSupplier(knex, { name: "مورد في السجل" });
  const bought = { customer_id, campaign_id, package_id, currency_id };
  const contract = await makeContract(knex, bought, "10", {
    contract_number: "C-2026-90001",
    contract_date: "2026-11-20",
  });
  const late = { invoice_date: "2026-11-20" };
  const invoices = [
    await makeInvoice(knex, { agent_id }, "20", late),
    await makeInvoice(knex, { supplier_id }, "30", late),
  ];
  await knex("contracts").where({ id: contract }).delete();
  await knex("invoices").whereIn("id", invoices).delete();
  await knex("customers").where({ id: customer_id }).delete();
  await knex("suppliers").where({ id: supplier_id }).delete();
  await knex.transaction(async (trx) => {
    await trx.raw("SET LOCAL session_replication_role = replica"); // no line of the audit log has its name
    await trx("agents").where({ id: agent_id }).delete();
  });

  const clerks = (await prepareReceipts(knex)).post(url);
  await knex.migrate.latest(config);
  const posted = clerks.posted();
  await expect.poll(clerks.posted).toBeGreaterThan(posted + 3);
  await clerks.stop();
  const names = ["عميل في السجل", `وكيل محذوف رقم ${agent_id}`, "مورد في السجل"];
  const [customer, ...others] = await hidden();
  expect([customer, ...others].map(({ name }) => name)).toEqual(names);
  const deletion = await knex("audit_log").where({
    kind: "customers",
    record_id: customer_id,
    action: "delete",
  });
  expect(deletion.map(({ at }) => at)).toEqual([customer.deleted_at]);
  await expectBalanced(knex);

  const lines = () => knex("audit_log").whereIn("kind", tables).count();
  const before = await lines();
  await takeBack();
  expect(await knex("customers").where({ id: customer_id })).toEqual([]);
  expect(await knex("entries").where({ customer_id })).toHaveLength(2);
  await expectBalanced(knex);
  await knex.migrate.latest(config);
  expect((await hidden()).map(({ name }) => name)).toEqual(names);
  expect(await lines()).toEqual(before);
});
