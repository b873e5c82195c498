import { beforeAll, describe, expect, test } from "vitest";
import { decisionsOf } from "../support/closing";
import { useCreditNotes } from "../support/credit-notes";
import { makeAgent, makeCurrency, makeSupplier } from "../support/factories";
import { useOffice } from "../support/office";

/* Money from agents and suppliers, and the credit notes that go with it (docs/decisions/credit-notes.md). */

const { office, client } = useOffice({ isFaultless: true });
const { ids, bill, note, change, remove, find, settle, receive, received, correct, potOf, pay, balanceOf } =
  useCreditNotes(office, client);
let yen: number;
beforeAll(async () => {
  yen = await makeCurrency(office.knex, "JPY", "0.0064");
});

/** A fresh supplier, as what a body sends. */
const supplier = async () => ({ supplier_id: await makeSupplier(office.knex) });
const potsOf = async (party: object) => {
  const rows = await office
    .knex("entries")
    .where({ ...party, invoice_id: null })
    .groupBy("currency_code")
    .havingRaw("sum(amount) <> 0")
    .orderBy("currency_code")
    .select("currency_code")
    .sum("amount");
  return Object.fromEntries(rows.map(({ currency_code, sum }) => [currency_code, Number(sum)]));
};
const noteOf = async (number: string) =>
  (await client.get(`/api/purchase-invoices?search=${number}`)).body.purchase_invoices[0];
const refusal = ({ status, body }: { status: number; body: { fields?: object } }) => [
  status,
  Object.keys(body.fields ?? {}),
];

describe("a partner pays what stands against him", () => {
  test("up to that, of an overpayment, a credit note and a charge", async () => {
    const party = await supplier();
    await pay({
      beneficiary_type: "supplier",
      ...party,
      expense_id: undefined,
      currency_id: ids.sar,
      cash_box_id: ids.sarBox,
      amount: 100,
      date: "2026-03-02",
    });
    await note(50, party);
    expect(refusal(await receive(150.01, { ...party, purpose: "on_account" }))).toEqual([409, ["amount"]]);
    expect(refusal(await receive(60, { ...party, purpose: "on_account", date: "2026-03-01" }))).toEqual([
      409,
      ["amount"],
    ]);
    const before = await balanceOf(ids.sarBox);
    const whole = await received(150, party);
    expect(whole).toMatchObject({ purpose: "on_account", contract: null, credit_note_number: null });
    expect([await potsOf(party), await balanceOf(ids.sarBox)]).toEqual([{}, before + 150]);
    const [movement] = await office.knex("movements").where({ document_number: whole.receipt_number });
    expect(movement.purpose).toBe("partner");
    await correct(whole.id, { amount: 30 });
    expect(await potsOf(party)).toEqual({ SAR: 120 });
    await correct(whole.id, { status: "cancelled" });
    expect(await potsOf(party)).toEqual({ SAR: 150 });
    expect((await correct(whole.id, { status: "confirmed" })).status).toBe(200);
    expect(await potsOf(party)).toEqual({ SAR: 120 });
    expect((await client.delete(`/api/receipt-vouchers/${whole.id}`)).status).toBe(200);
    expect(await potsOf(party)).toEqual({ SAR: 150 });
  });

  test("a charged agent", async () => {
    const agent_id = await makeAgent(office.knex);
    const agent = { agent_id, supplier_id: undefined };
    const cheque = { ...agent, payment_method: "cheque", bank_account_id: ids.bank, cash_box_id: undefined };
    const paid = await received(500, { ...cheque, purpose: "returned" });
    const { status } = await client.post(`/api/receipt-vouchers/${paid.id}/return`, { charge_amount: 25 });
    expect([status, await potsOf({ agent_id })]).toEqual([200, { SAR: 25 }]);
    const [{ payment_status }] = (await client.get(`/api/agent-invoices?agent_id=${agent_id}`)).body
      .agent_invoices;
    expect(payment_status).toBe("cancelled");
    const deposit = (await client.get("/api/debts/deposits?kind=agents&per_page=200")).body.deposits;
    expect(deposit).toContainEqual(expect.objectContaining({ party_id: agent_id, remaining_amount: 25 }));
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
    await received(25, { ...agent, date: today });
    expect(await potsOf({ agent_id })).toEqual({});
  });

  test("is no revenue of customers, and is found by its purpose", async () => {
    const party = await supplier();
    await note(70, party);
    const revenue = async () => (await client.get("/api/stats/monthly-revenue")).body;
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
    const before = await revenue();
    const [paid, back] = [
      await received(70, { ...party, date: today }),
      await received(5, { ...party, purpose: "returned", date: today }),
    ];
    expect(await revenue()).toEqual(before);
    const listed = async (query: string) =>
      (
        await client.get(`/api/receipt-vouchers?supplier_id=${party.supplier_id}&${query}`)
      ).body.receipt_vouchers.map(({ id }: { id: number }) => id);
    expect(await listed("purpose=on_account")).toEqual([paid.id]);
    expect(await listed("purpose=returned")).toEqual([back.id]);
    expect(await listed("purpose=service")).toEqual([]);
    const cash = (
      await client.get(`/reports/financial/export/csv?report=cash&period=free&from=${today}&to=${today}`)
    ).body;
    expect(cash).toContain("من الوكلاء والموردين");
    const paper = (await client.get(`/financial/receipts/${back.id}/print`)).body;
    expect(paper).toContain(back.credit_note_number);
  });
});

test("fifty at once take what stands against a partner once, and cancel a credit note only while nobody does", async () => {
  const party = await supplier();
  const notes = [];
  for (let count = 0; count < 10; count++) notes.push(await note(50, party));
  const answers = await Promise.all([
    ...Array.from({ length: 25 }, () => receive(40, { ...party, purpose: "on_account" })),
    ...Array.from({ length: 15 }, () => receive(10, { ...party, purpose: "returned" })),
    ...notes.map(({ id }) => change(id, { payment_status: "cancelled" })),
  ]);
  expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
  expect(answers.slice(25, 40).every(({ status }) => status === 201)).toBe(true);
  const { SAR: left = 0 } = await potsOf(party);
  expect(left).toBeGreaterThanOrEqual(0);
  const taken = answers.slice(0, 25).filter(({ status }) => status === 201).length;
  const cancelled = answers.slice(40).filter(({ status }) => status === 200).length;
  const made = await office.knex("invoices").where(party).whereNotNull("receipt_id").sum("total_amount");
  expect(left).toBe(500 - 50 * cancelled - 40 * taken - 150 + Number(made[0]?.sum ?? 0));
});

describe("money back", () => {
  test("is a credit note that goes with it, wholly on account", async () => {
    const invoice = await bill(1000);
    await settle(invoice, 1000);
    const before = await potOf();
    const back = await received(300, { purpose: "returned", credited_invoice_id: invoice.id });
    expect(back).toMatchObject({ purpose: "returned", credited_invoice_number: invoice.invoice_number });
    const made = await noteOf(back.credit_note_number);
    expect(made).toMatchObject({
      document_type: "credit_note",
      amount: 300,
      settled_amount: 0,
      invoice_date: "2026-03-20",
      credited_invoice_id: invoice.id,
      receipt_number: back.receipt_number,
    });
    expect([await potOf(), (await find(invoice.id)).remaining_amount]).toEqual([before, 0]);
    for (const answer of [
      await change(made.id, { amount: 200 }),
      await change(made.id, { payment_status: "cancelled" }),
      await remove(made.id),
    ])
      expect([answer.status, answer.body.message.includes(back.receipt_number)]).toEqual([409, true]);
    await correct(back.id, { amount: 250.25, date: "2026-03-21", description: "تعويض" });
    expect(await noteOf(back.credit_note_number)).toMatchObject({
      amount: 250.25,
      invoice_date: "2026-03-21",
      description: "تعويض",
    });
    await correct(back.id, { status: "cancelled" });
    expect((await noteOf(back.credit_note_number)).payment_status).toBe("cancelled");
    await correct(back.id, { status: "confirmed" });
    expect((await noteOf(back.credit_note_number)).payment_status).toBe("paid");
    expect(await potOf()).toEqual(before);
    await client.delete(`/api/receipt-vouchers/${back.id}`);
    expect(await noteOf(back.credit_note_number)).toBe(undefined);
    expect(await potOf()).toEqual(before);
  });

  test("first takes what stands against the partner", async () => {
    const party = await supplier();
    await note(80, party);
    const back = await received(200, { ...party, purpose: "returned" });
    expect((await noteOf(back.credit_note_number)).amount).toBe(120);
    expect(await potsOf(party)).toEqual({});
    const { body } = await correct(back.id, { amount: 60 });
    expect([body.receipt_voucher.credit_note_number, await potsOf(party)]).toEqual([null, { SAR: 20 }]);
    const more = await correct(back.id, { amount: 90 });
    expect((await noteOf(more.body.receipt_voucher.credit_note_number)).amount).toBe(10);
    // it is no money back any more
    expect(refusal(await correct(back.id, { purpose: "on_account" }))).toEqual([409, ["amount"]]);
    expect(
      (await correct(back.id, { purpose: "on_account", amount: 80 })).body.receipt_voucher,
    ).toMatchObject({
      purpose: "on_account",
      credit_note_number: null,
    });
    const other = await supplier();
    const moved = await correct(back.id, { ...other, purpose: "returned" });
    expect((await noteOf(moved.body.receipt_voucher.credit_note_number)).supplier_id).toBe(other.supplier_id);
    expect([await potsOf(party), await potsOf(other)]).toEqual([{ SAR: 80 }, {}]);
    expect(refusal(await correct(back.id, { agent_id: ids.agent }))).toEqual([409, ["amount"]]);
    const { body: ofAgent } = await correct(back.id, { agent_id: ids.agent, purpose: "returned" });
    expect(ofAgent.receipt_voucher).toMatchObject({ purpose: "returned", payer_type: "agent" });
    expect(ofAgent.receipt_voucher.credit_note_number).toMatch(/^AGT-/);
    expect(await potsOf(other)).toEqual({});
    const { body: ofCustomer } = await correct(back.id, { customer_id: ids.customer });
    expect(ofCustomer.receipt_voucher).toMatchObject({ purpose: "on_account", credit_note_number: null });
  });

  test.each([
    ["USD", "usd", 100, 375],
    ["KWD", "kwd", 1.125, 13.71],
    ["JPY", "jpy", 1001, 24.02],
  ] as const)(
    "in %s is worth riyals, after what stands in its own currency",
    async (code, name, amount, worth) => {
      const party = await supplier();
      const currency_id = name === "jpy" ? yen : ids[name];
      const back = await received(amount, { ...party, currency_id, purpose: "returned" });
      expect((await noteOf(back.credit_note_number)).amount).toBe(worth);
      expect(await potsOf(party)).toEqual({});
      await note(worth, party);
      await received(amount, { ...party, currency_id, purpose: "on_account" });
      expect(await potsOf(party)).toEqual({});
      await correct(back.id, { status: "cancelled" });
      expect(await potsOf(party)).toEqual({});
      const statement = (await client.get(`/financial/statements/suppliers/${party.supplier_id}/export/csv`))
        .body;
      expect(statement).toContain(code);
    },
  );

  test("is refused where it cannot be", async () => {
    const invoice = await bill(10);
    const credit = await note(5);
    const other = await bill(10, await supplier());
    const back = { purpose: "returned" };
    for (const [sent, status, field] of [
      [{ ...back, supplier_id: undefined, customer_id: ids.customer }, 422, "purpose"],
      [{ ...back, supplier_id: undefined, payer: "جهة" }, 422, "purpose"],
      [{ ...back, contract_id: 1 }, 409, "contract_id"],
      [{ ...back, credited_invoice_id: other.id }, 422, "credited_invoice_id"],
      [{ ...back, credited_invoice_id: credit.id }, 422, "credited_invoice_id"],
      [{ ...back, credited_invoice_id: 999_999 }, 422, "credited_invoice_id"],
      [{ credited_invoice_id: invoice.id }, 422, "credited_invoice_id"],
      [{ purpose: "service", service_name: "نقل" }, 422, "purpose"],
      [{ ...back, supplier_id: 999_999 }, 422, "supplier_id"],
      [{ ...back, amount: "0.001" }, 422, "amount"],
    ] as const)
      expect([sent, ...refusal(await receive(1, sent))]).toEqual([sent, status, [field]]);
  });

  test("stays as it is in a closed period, and is cancelled as an event", async () => {
    const { closeUntil, reopenAll } = decisionsOf(client);
    const party = await supplier();
    const back = await received(40, { ...party, purpose: "returned" });
    await closeUntil("2026-03-31");
    expect((await correct(back.id, { amount: 30 })).status).toBe(409);
    expect((await client.delete(`/api/receipt-vouchers/${back.id}`)).status).toBe(409);
    expect((await correct(back.id, { status: "cancelled" })).status).toBe(200);
    expect((await noteOf(back.credit_note_number)).payment_status).toBe("cancelled");
    expect((await correct(back.id, { status: "confirmed" })).status).toBe(200);
    expect(await potsOf(party)).toEqual({});
    await reopenAll();
  });
});
