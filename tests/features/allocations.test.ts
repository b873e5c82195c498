import { describe, expect, test } from "vitest";
import { useAllocations } from "../support/allocations";
import { today } from "../support/closing";
import { makeAgent, makeInvoice } from "../support/factories";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* What is on account, or to be given back, is set against a contract or an invoice (books.md, rules 2 and 3). */

const { office, client } = useOffice({ isFaultless: true });
const { ids, makeContract, paidContract, receive, cancelled, refund, change, find, ...on } = useAllocations(
  office,
  client,
);
const { allocate, allocated, customerWith, netsOf } = on;

describe("what is on account", () => {
  test("pays a contract in part, is cancelled as an event and deleted as a correction", async () => {
    const { customer_id } = await customerWith(400);
    const contract_id = await makeContract("1000", ids.usd, customer_id);
    const one = await allocated({ customer_id, contract_id, amount: 150.5 });
    expect(one).toMatchObject({
      allocation_number: expect.stringMatching(/^AL-2026-\d{5}$/),
      date: today,
      amount: 150.5,
      equivalent_amount: 150.5,
      exchange_rate: 1,
      status: "confirmed",
      party: "سعيد بن عمر بامخرمة",
      currency: { code: "USD", decimals: 2 },
      taken_amount: 0,
      cancelled_on: null,
    });
    expect(await find(contract_id)).toMatchObject({ paid_amount: 150.5, remaining_amount: 849.5 });
    expect(await netsOf(customer_id)).toEqual([["USD", 600]]);
    const more = await allocate({ customer_id, contract_id, amount: 249.51 });
    expect([more.status, more.body.fields.amount]).toEqual([409, expect.stringContaining("249.50 USD")]);
    const rest = await allocated({ customer_id, contract_id, amount: 249.5 });
    expect((await client.get(`/api/allocations?customer_id=${customer_id}`)).body.allocations).toHaveLength(
      2,
    );
    expect(
      (await client.get(`/api/allocations?contract_id=${contract_id}&search=${one.allocation_number}`)).body
        .allocations,
    ).toHaveLength(1);
    expect((await client.get(`/api/allocations/${one.id}`)).body.allocation).toEqual(one);
    expect((await client.put(`/api/allocations/${one.id}`, { amount: 1 })).status).toBe(405);

    const undone = await client.post(`/api/allocations/${one.id}/cancel`, {});
    expect(undone.body.allocation).toMatchObject({
      status: "cancelled",
      cancelled_on: today,
      taken_amount: 150.5,
    });
    expect((await client.post(`/api/allocations/${one.id}/cancel`, {})).status).toBe(409);
    expect((await client.delete(`/api/allocations/${rest.id}`)).body).toEqual({ success: true });
    expect(await find(contract_id)).toMatchObject({ paid_amount: 0, remaining_amount: 1000 });
    expect(await netsOf(customer_id)).toEqual([["USD", 600]]);
    const statement = (await client.get(`/financial/statements/customers/${customer_id}`)).body;
    for (const words of ["تخصيص", "إلغاء تخصيص", one.allocation_number]) expect(statement).toContain(words);
    expect(statement).not.toContain(rest.allocation_number);
  });

  test("is converted as a receipt is, in currencies of 0, 2 and 3 decimals, at an agreed rate too", async () => {
    const { customer_id } = await customerWith(250_000, { currency_id: ids.yer });
    const dinars = await makeContract("100", ids.kwd, customer_id);
    const riyals = await makeContract("1000", ids.sar, customer_id);
    const yemeni = { customer_id, currency_id: ids.yer };
    // 65,000 × 0.004 ÷ 3.25
    expect(await allocated({ ...yemeni, contract_id: dinars, amount: 65_000 })).toMatchObject({
      equivalent_amount: 80,
      equivalent_currency: { code: "KWD", decimals: 3 },
    });
    expect(
      await allocated({ ...yemeni, contract_id: riyals, amount: 53_000, exchange_rate: "0.0018867924528" }),
    ).toMatchObject({
      equivalent_amount: 100,
    });
    expect((await allocate({ ...yemeni, contract_id: dinars, amount: 0.005 })).body.fields.amount).toContain(
      "YER",
    );
    expect((await allocate({ ...yemeni, contract_id: dinars, amount: 20_000 })).status).toBe(422); // 24.615 of 20
    expect((await allocated({ ...yemeni, contract_id: dinars, amount: 16_250 })).equivalent_amount).toBe(20);
    expect(await find(dinars)).toMatchObject({ remaining_amount: 0, paid_amount: 100 });
    expect(await netsOf(customer_id)).toEqual([
      ["KWD", 0],
      ["SAR", 900],
      ["YER", -115_750],
    ]);
  });

  test("of which a returned cheque's charge took something is not refused what gives it back", async () => {
    const { customer_id, receipt } = await customerWith(100);
    const contract_id = await makeContract("1000", ids.usd, customer_id);
    await allocated({ customer_id, contract_id, amount: 100 });
    const cheque = { payment_method: "cheque", payment_reference: "12", cash_box_id: undefined };
    const bounced = await receive({ customer_id, ...cheque, bank_account_id: ids.bank, amount: 50 });
    const path = `/api/receipt-vouchers/${receipt.id}`;
    const returned = await client.post(`/api/receipt-vouchers/${bounced.id}/return`, { charge_amount: 10 });
    expect(returned.status).toBe(200);
    expect((await client.put(path, { amount: 99 })).status).toBe(409);
    expect((await client.put(path, { amount: 105 })).status).toBe(200);
    expect((await client.put(path, { amount: 110 })).status).toBe(200);
    expect(await netsOf(customer_id)).toEqual([["USD", 900]]);
  });

  test("is there on the day of the allocation and since, and is not taken from under it", async () => {
    const { customer_id, receipt } = await customerWith(100);
    const contract_id = await makeContract("1000", ids.usd, customer_id);
    const path = `/api/receipt-vouchers/${receipt.id}`;
    const early = await allocate({ customer_id, contract_id, amount: 50, event_date: "2026-09-30" });
    expect([early.status, Object.keys(early.body.fields)]).toEqual([409, [expect.any(String)]]);
    expect((await allocate({ customer_id, contract_id, amount: 1, event_date: "2999-01-01" })).status).toBe(
      422,
    );
    const { allocation_number, id } = await allocated({ customer_id, contract_id, amount: 60 });
    for (const body of [
      { status: "cancelled" },
      { amount: 59.99 },
      { customer_id: ids.customer },
      { date: "2026-11-26" === today ? "2999-01-01" : today },
    ]) {
      const { status, body: answer } = await client.put(path, body);
      if ("date" in body) continue;
      expect([status, answer.message], JSON.stringify(body)).toEqual([
        409,
        expect.stringContaining(allocation_number),
      ]);
    }
    expect((await client.delete(path)).status).toBe(409);
    expect((await client.put(path, { amount: 60 })).status).toBe(200);
    const payment = {
      customer_id,
      payment_method: "cash",
      cash_box_id: ids.box,
      currency_id: ids.usd,
      amount: 10,
    };
    const paid = await client.post("/api/payment-vouchers", { ...payment, date: "2026-10-02" });
    expect([paid.status, paid.body.message]).toEqual([409, expect.stringContaining(allocation_number)]);
    expect((await client.delete(`/api/allocations/${id}`)).status).toBe(200);
    expect((await client.put(path, { status: "cancelled" })).status).toBe(200);
    expect(await netsOf(customer_id)).toEqual([["USD", 1000]]);
  });

  test("of an agent pays his invoice", async () => {
    const agent_id = await makeAgent(office.knex);
    const invoice = await makeInvoice(office.knex, { agent_id }, "500");
    const payment = {
      agent_id,
      payment_method: "cash",
      cash_box_id: ids.sarBox,
      currency_id: ids.sar,
      amount: 300,
      date: today,
    };
    await receive({
      ...{ payment_method: "cash", cash_box_id: ids.sarBox },
      currency_id: ids.sar,
      amount: 1000,
    });
    expect((await client.post("/api/payment-vouchers", payment)).status).toBe(201);
    const body = { customer_id: undefined, agent_id, agent_invoice_id: invoice, currency_id: ids.sar };
    expect((await allocate({ ...body, amount: 300.01 })).status).toBe(409);
    const { id } = await allocated({ ...body, amount: 300 });
    const read = async () => (await client.get(`/api/agent-invoices/${invoice}`)).body.agent_invoice;
    expect(await read()).toMatchObject({ paid_amount: 300, remaining_amount: 200 });
    await client.post(`/api/allocations/${id}/cancel`, {});
    expect(await read()).toMatchObject({ paid_amount: 0, remaining_amount: 500 });
  });

  test("of an agent is not taken from under the allocation of it, except by a returned cheque", async () => {
    const agent_id = await makeAgent(office.knex);
    const invoice = await makeInvoice(office.knex, { agent_id }, "500");
    const bank_account_id = (
      await client.post("/api/banks", {
        name: "بنك",
        account_number: "1",
        account_name: "المكتب",
        currency_code: "SAR",
        balance: 5000,
      })
    ).body.bank.id;
    const pay = async (amount: number) =>
      (
        await client.post("/api/payment-vouchers", {
          agent_id,
          ...{ payment_method: "cheque", payment_reference: "77", bank_account_id, currency_id: ids.sar },
          ...{ amount, date: today },
        })
      ).body.payment_voucher.id;
    const [first, second] = [await pay(300), await pay(100)];
    const body = { customer_id: undefined, agent_id, agent_invoice_id: invoice, currency_id: ids.sar };
    const { id, allocation_number } = await allocated({ ...body, amount: 350 });
    const path = `/api/payment-vouchers/${first}`;
    for (const answer of [
      await client.delete(path),
      await client.put(path, { status: "cancelled" }),
      await client.put(path, { amount: 249.99 }),
      await client.put(path, { agent_id: null, beneficiary_type: "other", beneficiary: "غيره" }),
    ])
      expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining(allocation_number)]);
    expect((await client.put(path, { amount: 250 })).status).toBe(200);
    expect((await client.post(`/api/payment-vouchers/${second}/return`, { reason: "لا رصيد" })).status).toBe(
      200,
    );
    expect((await client.get(`/api/allocations/${id}`)).body.allocation).toMatchObject({
      status: "confirmed",
      taken_amount: 100,
      cancelled_on: null,
    });
    const { agent_invoice } = (await client.get(`/api/agent-invoices/${invoice}`)).body;
    expect(agent_invoice).toMatchObject({ paid_amount: 250, remaining_amount: 250 });
  });
});

describe("what is to be given back of a contract", () => {
  test("goes to another contract, or onto the account", async () => {
    const old = await paidContract(500);
    await cancelled(old, { cancellation_fee: 100 });
    const next = await makeContract("1000");
    expect((await allocate({ from_contract_id: old, contract_id: next, amount: 400.01 })).status).toBe(409);
    const moved = await allocated({ from_contract_id: old, contract_id: next, amount: 250 });
    const kept = await allocated({ from_contract_id: old, amount: 150 });
    expect(await find(old)).toMatchObject({
      refundable_amount: 0,
      refunded_amount: 400,
      remaining_amount: 0,
    });
    expect(await find(next)).toMatchObject({ paid_amount: 250, remaining_amount: 750 });
    expect((await change(old, { status: "active" })).body.message).toContain("400.00 USD");
    const used = await allocated({ contract_id: next, amount: 150 });
    expect((await client.post(`/api/allocations/${kept.id}/cancel`, {})).status).toBe(409);
    for (const { id } of [used, kept, moved])
      expect((await client.post(`/api/allocations/${id}/cancel`, {})).status).toBe(200);
    expect(await find(old)).toMatchObject({ refundable_amount: 400, refunded_amount: 0 });
    expect((await change(old, { status: "active" })).status).toBe(200);
  });

  test("and is not cancelled from a contract that has been cancelled and refunded since", async () => {
    const { customer_id } = await customerWith(300);
    const contract_id = await makeContract("1000", ids.usd, customer_id);
    const { id } = await allocated({ customer_id, contract_id, amount: 300 });
    await cancelled(contract_id, { cancellation_fee: 50 });
    expect((await refund(contract_id, 250, { customer_id })).status).toBe(201);
    expect((await client.post(`/api/allocations/${id}/cancel`, {})).status).toBe(409);
    expect((await client.delete(`/api/allocations/${id}`)).status).toBe(409);
  });
});

test("bad bodies are refused at their field, and rights are asked", async () => {
  const { customer_id } = await customerWith(100);
  const own = await makeContract("1000", ids.usd, customer_id);
  const other = await makeContract("1000");
  for (const [body, field, status = 422] of [
    [{ customer_id, amount: 10 }, "contract_id"],
    [{ customer_id: null, contract_id: own, amount: 10 }, "customer_id"],
    [{ customer_id, contract_id: other, amount: 10 }, "contract_id"],
    [{ customer_id, contract_id: 999_999, amount: 10 }, "contract_id"],
    [{ customer_id, contract_id: own, amount: 0 }, "amount"],
    [{ customer_id, contract_id: own, amount: 1.001 }, "amount"],
    [{ customer_id, contract_id: own, amount: "x" }, "amount"],
    [{ customer_id, contract_id: own, amount: 10, currency_id: 99_999 }, "currency_id"],
    [{ customer_id, contract_id: own, from_contract_id: own, amount: 10 }, "contract_id"],
    [{ customer_id, from_contract_id: own, amount: 10 }, "amount", 409],
    [{ customer_id, agent_id: 1, contract_id: own, amount: 10 }, "agent_id"],
    [{ customer_id, agent_invoice_id: 1, amount: 10 }, "agent_invoice_id"],
    [{ customer_id: 999_999, contract_id: own, amount: 10 }, "customer_id"],
  ] as [object, string, number?][]) {
    const answer = await allocate(body);
    expect([answer.status, Object.keys(answer.body.fields ?? {})], JSON.stringify(body)).toEqual([
      status,
      [field],
    ]);
  }
  const seller = await enterAs(office, "seller", ["manage_contracts"]);
  for (const path of ["/api/allocations", "/api/allocations/1"])
    expect((await seller.get(path)).status).toBe(403);
  expect((await seller.post("/api/allocations", {})).status).toBe(403);
  expect((await seller.get("/financial/allocations")).status).toBe(403);
});
