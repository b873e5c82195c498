import { beforeAll, expect, test } from "vitest";
import { settableClock } from "../support/clock";
import { makeAccount } from "../support/factories";
import { day } from "../support/instalments";
import { useOffice } from "../support/office";
import { debtorsOf } from "../support/reminders";

/*
 * Rows of today's debts are kept, and computed anew for whoever changed (docs/decisions/debts.md). A search computes the rows that it asks
 * for, so the whole list must equal the search for the name that all customers have.
 */

const clock = settableClock();
const { office, client } = useOffice({ isBusy: true, env: clock.env });
const { debtor, remind } = debtorsOf(office, client);

const boxes = new Map<string, { cash_box_id: number; currency_id: number }>();
beforeAll(async () => {
  for (const { id, code } of await office.knex("currencies").select("id", "code"))
    boxes.set(code, { cash_box_id: await makeAccount(office.knex, id), currency_id: id });
});

const sara = (number: number) => ({ name: `سارة ${number} باحاج` });

async function receive(customer_id: number, code: string, amount: number, more: object = {}) {
  const { status, body } = await client.post("/api/receipt-vouchers", {
    ...{ customer_id, amount, date: day(0), description: "دفعة", payment_method: "cash" },
    ...boxes.get(code),
    ...more,
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.receipt_voucher.id as number;
}

async function done(answer: ReturnType<typeof client.get>) {
  const { status, body } = await answer;
  expect([status < 300, body.error]).toEqual([true, undefined]);
}

const contractsOf = (customer_id: number) => office.knex("contracts").where({ customer_id }).orderBy("id");

/** Pages of calls and a screen's tiles, as they stand and by the search. */
async function expectSame(moment: string) {
  const queries = ["", "&age=all", "&age=overdue_30", "&age=upcoming&currency=SAR", "&unreminded=7&age=all"];
  for (const query of [...queries.map((more) => `customers?per_page=4${more}`), "deposits?per_page=4"])
    for (const page of [1, 2]) {
      const path = `/api/debts/${query}&page=${page}`;
      const whole = (await client.get(path)).body;
      expect(whole, `${moment} ${path}`).toEqual((await client.get(`${path}&search=باحاج`)).body);
    }
  const sums = async (search: string) => {
    const { body } = await client.get(`/financial/debts/customers?${search}`);
    return [...body.matchAll(/<span class="money">([^<]*)/g)].map(([, sum]) => sum);
  };
  const all = await sums("");
  expect(all.length, moment).toBeGreaterThan(4);
  expect(all, moment).toEqual(await sums("search=باحاج"));
}

test("the rows of today follow every change of a debt, and every night", async () => {
  const ids: number[] = [];
  for (const [number, daysAgo] of [100, 61, 60, 31, 30, 1, 0, -1, -10].entries())
    ids.push(
      await debtor(sara(number), [
        ["SAR", String(1000 + number), daysAgo],
        ["KWD", "10.125", daysAgo - 5],
      ]),
    );
  const [first, second, third, fourth, fifth] = ids as [number, number, number, number, number];
  await expectSame("signed");

  await receive(first, "SAR", 300);
  const [riyals, dinars] = await contractsOf(second);
  const paid = await receive(second, "SAR", 1001, { contract_id: riyals.id });
  await receive(third, "USD", 50);
  await expectSame("paid");

  await done(client.put(`/api/receipt-vouchers/${paid}`, { amount: 400 }));
  await done(
    client.put(`/api/contracts/${dinars.id}`, {
      schedule: [
        { due_date: day(-3), amount: 5 },
        { due_date: day(40), amount: 5.125 },
      ],
    }),
  );
  await done(
    client.put(`/api/contracts/${(await contractsOf(fourth))[0].id}`, {
      status: "cancelled",
      cancellation_reason: "ظرف",
    }),
  );
  await remind(fifth, "phone");
  await expectSame("corrected, scheduled, cancelled and reminded");

  const [, ofCampaign] = await contractsOf(fifth);
  const campaign = `/api/campaigns/${ofCampaign.campaign_id}`;
  await done(client.put(campaign, { status: "cancelled" }));
  await expectSame("the campaign cancelled");
  await done(client.put(campaign, { status: "active" }));
  await done(client.post(`/api/customers/${first}/join`, { customer_id: third }));
  await done(client.delete(`/api/contracts/${(await contractsOf(fifth))[0].id}`));
  await done(client.put(`/api/currencies/${boxes.get("KWD")?.currency_id}`, { exchange_rate: 0.02 }));
  await expectSame("joined, deleted and another rate");

  for (const ahead of [1, 2, 30, 31, 62, 95, 3]) {
    clock.set(new Date(Date.now() + ahead * 86_400_000));
    await expectSame(`${ahead} days later`);
  }
  clock.set(new Date());
});

test("many who pay while others read lose no change", async () => {
  const ids = await Promise.all([10, 11, 12, 13].map((number) => debtor(sara(number))));
  const read = async () => {
    const { debts } = (await client.get("/api/debts/customers?age=all")).body;
    for (const { party_id, remaining_amount } of debts)
      if (ids.includes(party_id)) expect(remaining_amount % 10).toBe(0);
  };
  await Promise.all(
    Array.from({ length: 40 }, (_, turn) =>
      turn % 2 ? read() : receive(ids[turn % 4] as number, "SAR", 10),
    ),
  );
  await expectSame("all paid");
});
