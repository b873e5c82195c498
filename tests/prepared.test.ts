import createKnex from "knex";
import { expect, test } from "vitest";
import { PreparingClient } from "~/framework/prepared.server";
import { fixture } from "./support/app";
import { signIn } from "./support/client";

const office = fixture();

test("a migration under a running office spoils no plan that it has prepared", async () => {
  const manager = await signIn(office.url);
  const { body } = await manager.post("/api/customers", { name: "سعاد", phone: "0501234567" });
  const one = `/api/customers/${body.customer.id}`;
  const visits = () => [
    ...Array.from({ length: 20 }, () => manager.get(one)),
    ...Array.from({ length: 20 }, (_, turn) => manager.put(one, { address: `شارع ${turn}` })),
    ...Array.from({ length: 20 }, () => manager.get("/customers")),
  ];
  await Promise.all(visits());
  const { rows } = await office.knex.raw(
    "SELECT count(*)::int AS used FROM pg_stat_activity WHERE application_name = 'office' AND datname = current_database()",
  );
  expect(rows[0].used).toBeGreaterThan(3); // so that there are connections with plans

  await office.knex.raw("ALTER TABLE customers ALTER COLUMN address TYPE varchar(700)");
  const answers = await Promise.all(visits());
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test("a connection keeps a bounded number of plans, however many statements come", async () => {
  const knex = createKnex({
    client: PreparingClient as unknown as typeof createKnex.Client,
    connection: { connectionString: office.database.url },
    pool: { min: 1, max: 1 },
  });
  try {
    const kept = async () =>
      (await knex.raw("SELECT count(*)::int AS kept FROM pg_prepared_statements")).rows[0].kept;
    for (let limit = 1; limit <= 700; limit++) {
      await knex("customers").select("id").limit(limit, { skipBinding: true });
      if (limit % 50 === 0) expect(await kept()).toBeLessThanOrEqual(250);
    }
    expect(await kept()).toBeGreaterThan(100); // what comes again and again is planned once

    await knex
      .transaction(async (trx) => {
        for (let limit = 1; limit <= 300; limit++)
          await trx("customers").select("id").limit(limit, { skipBinding: true });
        await expect(trx("nothing").select("id")).rejects.toThrow(/nothing/);
      })
      .catch(() => {}); // its ROLLBACK goes through, though the plans were dropped meanwhile
    expect(await knex("customers").select("id").limit(1)).toHaveLength(1);
  } finally {
    await knex.destroy();
  }
});
