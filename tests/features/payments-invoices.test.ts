import { describe, expect, test } from "vitest";
import { makeAgent, makeInvoice, renameCurrency } from "../support/factories";
import { useOffice } from "../support/office";
import { address, usePayments } from "../support/payments";

const { office, client } = useOffice({ isBusy: true });

const { ids, voucher, toAgent, pay, change, balanceOf, invoiceOf } = usePayments(office, client);

describe("settling an invoice", () => {
  test("adds to what is paid of it, closes it, and gives it back", async () => {
    const invoice = await makeInvoice(office.knex, { agent_id: ids.agent }, "1000", {
      due_date: "2026-01-20",
    });
    const part = { agent_invoice_id: invoice, currency_id: ids.sar, cash_box_id: ids.sarBox };
    const first = await client.post(address, toAgent({ ...part, amount: 400 }));
    expect(first.body.payment_voucher).toMatchObject({
      agent_invoice_id: invoice,
      purchase_invoice_id: null,
      invoice_number: expect.stringMatching(/^A-/),
      settled_amount: 400,
      exchange_rate_at_payment: 1,
    });
    expect(await invoiceOf(invoice)).toEqual([400, "pending"]);
    const over = await client.post(address, toAgent({ ...part, amount: "600.01" }));
    expect([over.status, over.body.fields]).toEqual([
      422,
      { amount: "المبلغ أكبر من المتبقي من الفاتورة (600.00 ر.س)" },
    ]);
    // 160 dollars are 600 riyals.
    const second = await client.post(address, toAgent({ agent_invoice_id: invoice, amount: 160 }));
    expect(second.body.payment_voucher).toMatchObject({
      settled_amount: 600,
      exchange_rate_at_payment: 3.75,
    });
    expect(await invoiceOf(invoice)).toEqual([1000, "paid"]);
    const third = await client.post(address, toAgent({ ...part, amount: 1 }));
    expect([third.status, Object.keys(third.body.fields)]).toEqual([409, ["agent_invoice_id"]]);

    const { id } = second.body.payment_voucher;
    await change(id, { description: "كلام آخر" });
    expect(await invoiceOf(invoice)).toEqual([1000, "paid"]);
    await change(id, { amount: 100 });
    expect(await invoiceOf(invoice)).toEqual([775, "overdue"]);
    await change(id, { status: "cancelled" });
    expect(await invoiceOf(invoice)).toEqual([400, "overdue"]);
    await change(id, { status: "confirmed", amount: 160 });
    expect(await invoiceOf(invoice)).toEqual([1000, "paid"]);
    await client.delete(`${address}/${id}`);
    expect(await invoiceOf(invoice)).toEqual([400, "overdue"]);
    await change(first.body.payment_voucher.id, { agent_invoice_id: null });
    expect(await invoiceOf(invoice)).toEqual([0, "overdue"]);
  });

  test("a change of the account alone leaves the invoice as it was settled, whatever the rates are by now", async () => {
    const invoice = await makeInvoice(office.knex, { supplier_id: ids.supplier }, "375");
    const sent = { supplier_id: ids.supplier, purchase_invoice_id: invoice, amount: 100 };
    const { id } = await pay({ beneficiary_type: "supplier", ...sent });
    await office.knex("currencies").where({ id: ids.sar }).update({ exchange_rate: "0.3" });
    const before = await balanceOf(ids.bank);
    const { body } = await change(id, { payment_method: "cheque", bank_account_id: ids.bank });
    expect(body.payment_voucher).toMatchObject({ settled_amount: 375, exchange_rate_at_payment: 3.75 });
    expect(await invoiceOf(invoice)).toEqual([375, "paid"]);
    expect(await balanceOf(ids.bank)).toBe(before - 333.33);
    const form = (await client.get(`/financial/payments/${id}/edit`)).body;
    expect(form).toMatch(/id="payment-worth".*375\.00 SAR.*3\.75/s);
    await change(id, { agent_id: ids.agent });
    expect(await balanceOf(ids.bank)).toBe(before - 333.33);
    expect(await invoiceOf(invoice)).toEqual([0, "pending"]);
    await office
      .knex("currencies")
      .where({ id: ids.sar })
      .update({ exchange_rate: "0.26666666666666666667" });
  });

  test("the last instalment in another currency closes it, within the worth of its minor unit", async () => {
    const invoice = await makeInvoice(office.knex, { supplier_id: ids.supplier }, "1000");
    const sent = { beneficiary_type: "supplier", supplier_id: ids.supplier, purchase_invoice_id: invoice };
    const { body } = await client.post(address, voucher({ ...sent, amount: "266.67" }));
    expect(body.payment_voucher).toMatchObject({ settled_amount: 1000, purchase_invoice_id: invoice });
    expect(await invoiceOf(invoice)).toEqual([1000, "paid"]);
    expect(body.payment_voucher.amount).toBe(266.67);
  });

  test("only the partner's own, open one", async () => {
    const { knex } = office;
    const theirs = await makeInvoice(knex, { agent_id: await makeAgent(knex) }, "10");
    const purchase = await makeInvoice(knex, { supplier_id: ids.supplier }, "10");
    const cancelled = await makeInvoice(knex, { agent_id: ids.agent }, "10", { payment_status: "cancelled" });
    const paid = await makeInvoice(knex, { agent_id: ids.agent }, "10", { payment_status: "paid" });
    for (const [agent_invoice_id, status] of [
      [theirs, 422],
      [purchase, 422],
      [99999, 422],
      [cancelled, 409],
      [paid, 409],
    ] as const) {
      const refused = await client.post(address, toAgent({ agent_invoice_id, amount: 1 }));
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([status, ["agent_invoice_id"]]);
    }
    const own = await makeInvoice(knex, { agent_id: ids.agent }, "10");
    const { body } = await client.post(address, toAgent({ agent_invoice_id: own, amount: 1 }));
    const moved = await change(body.payment_voucher.id, { agent_id: await makeAgent(knex) });
    expect([moved.status, moved.body.fields]).toEqual([
      422,
      { agent_invoice_id: "الفاتورة لا تخص هذا المستفيد" },
    ]);
    const other = await change(body.payment_voucher.id, { customer_id: ids.customer });
    expect(other.body.payment_voucher).toMatchObject({ agent_id: null, agent_invoice_id: null });
    expect(await invoiceOf(own)).toEqual([0, "pending"]);
  });

  test("fifty at once pay no more than the invoice's total", async () => {
    const invoice = await makeInvoice(office.knex, { agent_id: ids.agent }, "1000");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        client.post(
          address,
          turn % 2
            ? toAgent({ agent_invoice_id: invoice, amount: 20 }) // 75 riyals
            : toAgent({
                agent_invoice_id: invoice,
                amount: 75,
                currency_id: ids.sar,
                cash_box_id: ids.sarBox,
              }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(13);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(37);
    expect(await invoiceOf(invoice)).toEqual([975, "pending"]);
  });

  test("an office without riyals is told to add them", async () => {
    const { knex } = office;
    await renameCurrency(knex, ids.sar, "SAX");
    const invoice = await makeInvoice(knex, { agent_id: ids.agent }, "10");
    const refused = await client.post(address, toAgent({ agent_invoice_id: invoice, amount: 1 }));
    expect(refused.body.fields.agent_invoice_id).toMatch(/أضف عملة الريال \(SAR\)/);
    await renameCurrency(knex, ids.sar, "SAR");
  });

  test("its form asks which invoices there are", async () => {
    const agent_id = await makeAgent(office.knex);
    const old = await makeInvoice(office.knex, { agent_id }, "20", { invoice_date: "2025-01-01" });
    const late = await makeInvoice(office.knex, { agent_id }, "30", { payment_status: "overdue" });
    await makeInvoice(office.knex, { agent_id }, "30", { payment_status: "cancelled" });
    const { body } = await client.get(`${address}/payable-invoices?agent_id=${agent_id}`);
    expect(
      body.invoices.map(({ id, remaining }: { id: number; remaining: number }) => [id, remaining]),
    ).toEqual([
      [old, 20],
      [late, 30],
    ]);
    expect((await client.get(`${address}/payable-invoices`)).status).toBe(422);
  });
});
