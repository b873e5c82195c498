import { expect, test } from "vitest";
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
