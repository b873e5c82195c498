import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contractStates, stands } from "~/features/contracts/contract";
import { fixture } from "../support/app";

const office = fixture();

test.each([...contractStates.names, "paid", "overdue"])(
  "database and code agree whether %s stands",
  async (status) => {
    const { rows } = await office.knex.raw("SELECT stands(?) AS stands", [status]);
    expect(rows).toEqual([{ stands: stands({ status }) }]);
  },
);

test.each([
  ["contracts_seats", "campaign_id = 1"],
  ["contracts_due", "next_due_date < '2027-02-14'"],
  ["contracts_visa_days", "visa_duration_days < 30"],
])("the index %s finds standing contracts", async (index, condition) => {
  const plan = await office.knex.transaction(async (trx) => {
    await trx.raw("SET LOCAL enable_seqscan = off");
    const { rows } = await trx.raw(`EXPLAIN SELECT id FROM contracts WHERE stands(status) AND ${condition}`);
    return JSON.stringify(rows);
  });
  expect(plan).toContain(index);
});

test("no query writes the condition again", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const again = /(<>|!=|\bstatus =) 'cancelled'|whereNot\([^)]*"cancelled"/;
  expect(files.filter((file) => again.test(readFileSync(join("app", file), "utf8")))).toEqual([]);
});
