import { expect, test } from "vitest";
import { expectBalanced } from "../support/books";
import { makeCampaign, makeCustomer } from "../support/factories";
import { csv } from "../support/imports";
import { useOffice } from "../support/office";
import { heads, oldYearOf } from "../support/old-year";
import { enterAs } from "../support/users";

/* Imports of contracts beside other work, and imports that die: each contract and its receipt is made once, or not at all. */

const { office, client } = useOffice();

const { kept, uploaded, rowOf, passports, books } = oldYearOf(office, client);

test("two users who import the same file at once, while others pay and sign, give one set", async () => {
  const people = await passports(60);
  const rows = people.map((passport) => rowOf(passport, "100"));
  const may = ["manage_contracts", "manage_financials"] as const;
  const second = await enterAs(office, "second", [...may]);
  const active = await makeCampaign(office.knex, 40, [kept.package_id]);
  const customer_id = await makeCustomer(office.knex);
  const [box] = await office.knex("accounts").where({ name: "الصندوق الرئيسي" }).pluck("id");
  const before = await books();
  const trials = await Promise.all(
    [client, second].map(async (by) => ({ by, trial: await uploaded("contracts", csv(heads, ...rows), by) })),
  );
  const voucher = {
    currency_id: kept.sar,
    amount: 5,
    payment_method: "cash",
    date: "2026-01-05",
    description: "دفعة",
  };
  const answers = await Promise.all([
    ...trials.map(({ by, trial }) => by.submit(trial, {})),
    ...Array.from({ length: 10 }, (_, index) =>
      index % 2
        ? client.post("/api/contracts", { customer_id, campaign_id: active, package_id: kept.package_id })
        : client.post("/api/receipt-vouchers", { ...voucher, customer_id, cash_box_id: box }),
    ),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([302, 302, ...Array(10).fill(201)]);
  expect((await books()).contracts).toBe(before.contracts + 65);
  expect((await books()).receipts).toBe(before.receipts + 65);
  await expectBalanced(office.knex);
  for (const [column, table] of [
    ["contract_number", "contracts"],
    ["receipt_number", "receipt_vouchers"],
  ] as const) {
    const given: string[] = await office
      .knex(table)
      .where(column, "like", "%-2025-%")
      .orderBy(column)
      .pluck(column);
    expect(given.map((number) => Number(number.split("-")[2]))).toEqual(given.map((_, index) => index + 1));
  }
});

test("an import that dies half way leaves nothing, not even a number, and can be sent again", async () => {
  const people = await passports(300);
  const rows = people.map((passport, index) => rowOf(passport, index === 280 ? "777" : "7"));
  const trial = await uploaded("contracts", csv(heads, ...rows));
  const before = await books();
  await office.knex.raw(`
    CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
    CREATE TRIGGER die BEFORE INSERT ON receipt_vouchers FOR EACH ROW WHEN (NEW.amount = 777) EXECUTE FUNCTION die()`);
  expect((await client.submit(trial, {})).status).toBeGreaterThanOrEqual(500);
  expect(await books()).toEqual(before);
  await office.knex.raw("DROP TRIGGER die ON receipt_vouchers; DROP FUNCTION die()");
  expect((await client.submit(trial, {})).status).toBe(302);
  expect((await books()).contracts).toBe(before.contracts + 300);
  await expectBalanced(office.knex);
});
