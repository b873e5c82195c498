import { beforeAll, describe, expect, test } from "vitest";
import { expectBalanced } from "../support/books";
import { inCash, makeCampaign, makeCurrency, makeCustomer, makePackage } from "../support/factories";
import { useOffice } from "../support/office";
import { waitingIn } from "../support/waiting";

/* Clerks who write at the same moment, each for a contract and a box of their own (docs/decisions/round-trips.md). */

const { office, client } = useOffice({ isBusy: true });
let usd: number;
let customer_id: number;
let contracts: number[];
let boxes: number[];

beforeAll(async () => {
  const { knex } = office;
  usd = await makeCurrency(knex, "USD", "1", { is_default: true });
  customer_id = await makeCustomer(knex);
  const package_id = await makePackage(knex, usd, "100000");
  const campaign_id = await makeCampaign(knex, 100, [package_id]);
  contracts = [];
  boxes = [];
  for (let index = 0; index < 8; index++) {
    const { body } = await client.post("/api/contracts", { customer_id, campaign_id, package_id });
    contracts.push(body.contract.id);
    const box = { name: `درج ${index}`, currency_code: "USD", balance: 100 };
    boxes.push((await client.post("/api/cash-boxes", box)).body.cash_box.id);
  }
});

const send = (contract: number, box: number, amount = 10) =>
  client.post("/api/receipt-vouchers", {
    customer_id,
    contract_id: contracts[contract],
    ...inCash(boxes[box], usd, amount),
    date: "2026-01-03",
    description: "دفعة",
  });

describe("clerks at boxes of their own", () => {
  test("wait for none who has all locks but no number yet", async () => {
    await office.knex.transaction(async (other) => {
      await other("contracts").where({ id: contracts[0] }).forNoKeyUpdate();
      await other("accounts").where({ id: boxes[0] }).forNoKeyUpdate();
      const answers = await Promise.all(contracts.slice(1).map((_, index) => send(index + 1, index + 1)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    });
  });

  test("ask for a number last, and hold nothing yet that others share", async () => {
    const { knex } = office;
    const pay = () =>
      client.post("/api/payment-vouchers", {
        beneficiary: "حارس",
        beneficiary_type: "other",
        ...inCash(boxes[7], usd, 1),
        date: "2026-04-01",
      });
    await pay(); // so that both series have begun
    const sent = await knex.transaction(async (other) => {
      await other("document_numbers").forUpdate();
      const answers = [send(0, 0), pay()];
      await expect.poll(() => waitingIn(knex)).toBe(2);
      const kept = await knex("pg_tables").whereLike("tablename", "%\\_totals").pluck("tablename");
      expect(kept).toContain("receipt_vouchers_totals");
      for (const totals of kept) await other(totals).forUpdate().noWait();
      // A refused write takes no number and waits for none.
      expect((await send(1, 1, 99_000_000)).status).toBe(422);
      return answers;
    });
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 201]);
    await expectBalanced(knex);
  });
});
