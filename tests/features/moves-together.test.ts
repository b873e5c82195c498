import { expect, test } from "vitest";
import { makeGroup } from "../support/factories";
import { useMoves } from "../support/moves";
import { useOffice } from "../support/office";

/* Contracts are moved by many at once, beside receipts, cancellings and refunds (docs/decisions/locks.md). */

const { office, client } = useOffice({ isBusy: true });
const { ids, makeCustomer, makeContract, receive, change, find, offer, move, seatsOf, allocate } = useMoves(
  office,
  client,
);

async function contractOf(total: string, paid: number, currency_id = ids.usd) {
  const customer_id = await makeCustomer();
  const id = await makeContract(total, currency_id, customer_id);
  if (paid) await receive({ customer_id, contract_id: id, amount: paid });
  return { id, customer_id };
}

/** The audit log numbers its lines as they are written, so a rolled-back try leaves a gap. */
async function gaps() {
  const { rows } = await office.knex.raw(
    "SELECT last_value::int - count(*)::int AS gaps FROM audit_log, audit_log_id_seq GROUP BY last_value",
  );
  return rows[0].gaps as number;
}

test("fifty at once for the last seat: one gets it", async () => {
  const contracts = await Promise.all(Array.from({ length: 50 }, () => contractOf("1000", 0)));
  const to = await offer("1000", ids.usd, 1);
  const answers = await Promise.all(contracts.map(({ id }) => move(id, to)));
  const counts = answers.map(({ status }) => status).sort();
  expect(counts).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
  expect(await seatsOf(to.campaign_id)).toBe(1);
});

test("one contract is moved once, whoever moves it", async () => {
  const { id } = await contractOf("1000", 300);
  const offers = await Promise.all(Array.from({ length: 10 }, () => offer("500")));
  const answers = await Promise.all(offers.map((to) => move(id, { ...to, fee: 10 })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.every(({ status }) => [201, 409].includes(status))).toBe(true);
  expect(await find(id)).toMatchObject({ cancellation_fee: 10, refunded_amount: 290, refundable_amount: 0 });
});

test("moves to and fro beside receipts, allocations, cancellings, refunds and signings wait in no circle", async () => {
  const before = await gaps();
  const currencies = [ids.usd, ids.sar, ids.kwd, ids.usd];
  const offers = await Promise.all(currencies.map((currency_id) => offer("900", currency_id, 200)));
  const groups = await Promise.all(offers.map(({ campaign_id }) => makeGroup(office.knex, campaign_id)));
  const contracts = await Promise.all(currencies.map((currency_id) => contractOf("1000", 200, currency_id)));
  const clerks = contracts.map(({ id, customer_id }, clerk) => async () => {
    const statuses: number[] = [];
    let own = id;
    for (let turn = 0; turn < 6; turn++) {
      const at = (clerk + turn) % offers.length;
      const answer = await move(own, {
        ...offers[at],
        fee: turn % 2,
        ...(turn % 3 ? {} : { group_id: groups[at] }),
      });
      statuses.push(answer.status);
      own = answer.body.contract?.id ?? own;
      const paid = { customer_id, contract_id: own, amount: 5, currency_id: ids.usd, cash_box_id: ids.box };
      const receipt = { ...paid, payment_method: "cash", date: "2026-11-01", description: "دفعة" };
      statuses.push((await client.post("/api/receipt-vouchers", receipt)).status);
    }
    return statuses;
  });
  const others = contracts.map(({ id, customer_id }, clerk) => async () => {
    const statuses: number[] = [];
    const other = await makeCustomer();
    for (let turn = 0; turn < 6; turn++) {
      const { status } = await client.post("/api/payment-vouchers", {
        customer_id,
        contract_id: id,
        payment_method: "cash",
        cash_box_id: ids.box,
        currency_id: ids.usd,
        amount: 1,
        description: "رد",
      });
      const signed = await client.post("/api/contracts", {
        customer_id: other,
        ...offers[(clerk + turn) % offers.length],
      });
      const cancelling = await change(signed.body.contract?.id, { status: "cancelled" });
      const { status: allocated } = await allocate({ customer_id, from_contract_id: id, amount: 1 });
      statuses.push(status, signed.status, cancelling.status, allocated);
    }
    return statuses;
  });
  const answers = (await Promise.all([...clerks, ...others].map((work) => work()))).flat();
  expect(answers.filter((status) => ![200, 201, 409, 422].includes(status))).toEqual([]);
  expect(await gaps()).toBe(before);
});
