import { describe, expect, test } from "vitest";
import { useCancelling } from "../support/cancelling";
import { useOffice } from "../support/office";

/* A payment to a customer without a contract is set against what he is to get back (books.md, rule 3). */

const { office, client } = useOffice({ isFaultless: true });
const { ids, makeCustomer, makeContract, receive, cancelled, refund, find } = useCancelling(office, client);

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
const pay = (customer_id: number, amount: number, more: object = {}) =>
  client.post("/api/payment-vouchers", {
    customer_id,
    payment_method: "cash",
    cash_box_id: ids.box,
    currency_id: ids.usd,
    amount,
    date: today,
    ...more,
  });

/** A customer with two cancelled contracts, of which 100 and 200 are to be given back. */
async function customerToRefund() {
  await receive({ amount: 10_000 }); // so that the box has the money
  const customer_id = await makeCustomer("هدى بنت علي باصرة");
  const contracts: number[] = [];
  for (const amount of [100, 200]) {
    const contract_id = await makeContract("1000", ids.usd, customer_id);
    await receive({ customer_id, contract_id, amount });
    await cancelled(contract_id, { cancellation_fee: 0 });
    contracts.push(contract_id);
  }
  const [first, second] = contracts as [number, number];
  const left = async () => [(await find(first)).refundable_amount, (await find(second)).refundable_amount];
  const onAccount = async () => {
    const [row] = await office.knex("entries").where({ customer_id, contract_id: null }).sum("amount");
    return Number(row?.sum);
  };
  return { customer_id, first, second, left, onAccount };
}

describe("a payment without a contract", () => {
  test("gives back of the oldest contract first, and the rest stands on account", async () => {
    const { customer_id, first, left, onAccount } = await customerToRefund();
    const { status, body } = await pay(customer_id, 150);
    expect([status, body.payment_voucher.contract_id]).toEqual([201, null]);
    expect([await left(), await onAccount()]).toEqual([[0, 150], 0]);
    expect((await refund(first, 1, { customer_id })).status).toBe(409); // nothing is given back twice
    const { id } = body.payment_voucher;
    const made = (await client.get(`/api/allocations?payment_id=${id}`)).body.allocations;
    expect(
      made.map(({ from_contract_id, amount, status }: Record<string, unknown>) => [
        from_contract_id,
        amount,
        status,
      ]),
    ).toContainEqual([first, 100, "confirmed"]);
    expect((await client.post(`/api/allocations/${made[0].id}/cancel`, {})).status).toBe(409);
    expect((await client.delete(`/api/allocations/${made[0].id}`)).status).toBe(409);

    const path = `/api/payment-vouchers/${id}`;
    await client.put(path, { amount: 450 }); // a correction: set against them anew
    expect([await left(), await onAccount()]).toEqual([[0, 0], 150]);
    await client.put(path, { description: "بيان" });
    expect((await client.get(`/api/allocations?payment_id=${id}`)).body.allocations).toHaveLength(2);
    await client.put(path, { status: "cancelled" });
    expect([await left(), await onAccount()]).toEqual([[100, 200], 0]);
    await client.put(path, { status: "confirmed" });
    expect([await left(), await onAccount()]).toEqual([[0, 0], 150]);
    await client.put(path, { not_refund: true });
    expect([await left(), await onAccount()]).toEqual([[100, 200], 450]);
    await client.put(path, { not_refund: false, currency_id: ids.sar });
    expect(await left()).toEqual([100, 200]); // in its own currency alone
    expect((await client.delete(path)).status).toBe(200);
    expect([await left(), await onAccount()]).toEqual([[100, 200], 0]);
  });

  test("chosen not to be a refund, or for a service, gives back nothing", async () => {
    const { customer_id, left, onAccount } = await customerToRefund();
    expect((await pay(customer_id, 50, { not_refund: true })).body.payment_voucher.not_refund).toBe(true);
    expect((await pay(customer_id, 50, { purpose: "service", service_name: "كرسي متحرك" })).status).toBe(201);
    expect([await left(), await onAccount()]).toEqual([[100, 200], 50]);
  });

  test("of an earlier day gives back only what was there on its day", async () => {
    const { customer_id, left, onAccount } = await customerToRefund();
    expect((await pay(customer_id, 50, { date: "2026-11-02" })).status).toBe(201);
    expect([await left(), await onAccount()]).toEqual([[100, 200], 50]);
  });

  test("asks by the form: what it gives back, and that the customer then owes", async () => {
    const { customer_id } = await customerToRefund();
    const page = "/financial/payments/new";
    expect((await client.get(page)).body).not.toContain("ليس ردًا");
    const step = await client.submit(page, { beneficiary_type: "customer", intent: "beneficiary" });
    expect(step.body).toContain("ليس ردًا");
    const form = {
      beneficiary_type: "customer",
      customer_id: String(customer_id),
      amount: "350",
      currency_id: String(ids.usd),
      payment_method: "cash",
      cash_box_id: String(ids.box),
      date: today,
    };
    const { status, body } = await client.submit("/financial/payments/new", form);
    expect(status).toBe(409);
    for (const words of [
      "يُحسب هذا الصرف ردًا",
      "100.00 USD من العقد",
      "200.00 USD من العقد",
      "يكون على العميل 50.00 USD",
    ])
      expect(body).toContain(words);
  });

  test("many at once give nothing back twice", async () => {
    const { customer_id, first, left, onAccount } = await customerToRefund();
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        index % 3 ? pay(customer_id, 20) : refund(first, 10, { customer_id }),
      ),
    );
    expect(answers.every(({ status }) => [201, 409, 422].includes(status))).toBe(true);
    const paid = answers
      .filter(({ status }) => status === 201)
      .reduce((sum, { body }) => sum + body.payment_voucher.amount, 0);
    const [one = 0, other = 0] = await left();
    expect(300 - one - other + (await onAccount())).toBe(paid);
    const vouchers = (await client.get(`/api/payment-vouchers?customer_id=${customer_id}`)).body
      .payment_vouchers;
    await Promise.all(
      vouchers.map(({ id }: { id: number }, index: number) =>
        index % 2
          ? client.delete(`/api/payment-vouchers/${id}`)
          : client.put(`/api/payment-vouchers/${id}`, { status: "cancelled" }),
      ),
    );
    expect([await left(), await onAccount()]).toEqual([[100, 200], 0]);
  });
});
