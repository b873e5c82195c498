import { describe, expect, test } from "vitest";
import { useCreditNotes } from "../support/credit-notes";
import { makeAgent, makeSupplier } from "../support/factories";
import { useOffice } from "../support/office";

/* Credit notes of agents and suppliers (docs/decisions/credit-notes.md). */

const { office, client } = useOffice({ isFaultless: true });
const { ids, post, bill, note, change, remove, find, stateOf, settle, received, entriesOf, potOf } =
  useCreditNotes(office, client);
const allocate = (body: object) =>
  client.post("/api/allocations", { supplier_id: ids.supplier, currency_id: ids.sar, ...body });

/** Names what refuses a change. */
const refusal = ({ status, body }: { status: number; body: { message?: string; fields?: object } }) => [
  status,
  Object.keys(body.fields ?? {}),
];

describe("a credit note", () => {
  test("takes off what is left of its invoice, and is never due", async () => {
    const invoice = await bill(1000, { due_date: "2026-03-02" });
    const before = await potOf();
    const credit = await note(300, {
      credited_invoice_id: invoice.id,
      due_date: "2026-01-01",
      payment_status: "overdue",
    });
    expect(credit).toMatchObject({
      document_type: "credit_note",
      payment_status: "paid",
      due_date: null,
      is_overdue: false,
      remaining_amount: 0,
      paid_amount: 0,
      settled_amount: 300,
      credited_invoice_number: invoice.invoice_number,
    });
    expect(credit.invoice_number).toMatch(/^PUR-2026-\d{3}$/);
    expect(await stateOf(invoice.id)).toEqual([0, 300, 700, "pending"]);
    expect(await potOf()).toEqual(before);
    await settle(invoice, 700);
    expect(await stateOf(invoice.id)).toEqual([700, 300, 0, "paid"]);
    const { body } = await change(credit.id, { payment_status: "cancelled" });
    expect(body.purchase_invoice.cancelled_on).toMatch(/^\d{4}-/);
    expect(await stateOf(invoice.id)).toEqual([700, 0, 300, "overdue"]);
    await change(credit.id, { payment_status: "pending" });
    expect((await find(credit.id)).payment_status).toBe("paid");
    expect(await stateOf(invoice.id)).toEqual([700, 300, 0, "paid"]);
    expect((await remove(credit.id)).status).toBe(200);
    expect(await stateOf(invoice.id)).toEqual([700, 0, 300, "overdue"]);
  });

  test("of a paid invoice is on account, whole or for what is left", async () => {
    const [{ SAR: before = 0 }, paid, open] = [await potOf(), await bill(500), await bill(400)];
    await settle(paid, 500);
    const whole = await note(120, { credited_invoice_id: paid.id });
    expect([whole.settled_amount, (await potOf()).SAR]).toEqual([0, before + 120]);
    const part = await note(450.5, { credited_invoice_id: open.id });
    expect([part.settled_amount, (await potOf()).SAR]).toEqual([400, before + 170.5]);
    expect(await stateOf(open.id)).toEqual([0, 400, 0, "paid"]);
    const free = await note(29.5);
    expect([free.credited_invoice_id, (await potOf()).SAR]).toEqual([null, before + 200]);
    // what is corrected settles anew
    await change(part.id, { amount: 100 });
    expect(await stateOf(open.id)).toEqual([0, 100, 300, "pending"]);
    await change(part.id, { credited_invoice_id: null });
    expect([await stateOf(open.id), (await potOf()).SAR]).toEqual([[0, 0, 400, "pending"], before + 249.5]);
    for (const one of [whole, part, free]) expect((await remove(one.id)).status).toBe(200);
    expect((await potOf()).SAR ?? 0).toBe(before);
  });

  test("is paid out or allocated to the next invoice, and then stays", async () => {
    const paid = await bill(500);
    await settle(paid, 500);
    const credit = await note(200, { credited_invoice_id: paid.id });
    const next = await bill(1000, { invoice_date: "2026-03-12" });
    const { body } = await allocate({ purchase_invoice_id: next.id, amount: 150, event_date: "2026-03-15" });
    expect(await stateOf(next.id)).toEqual([150, 0, 850, "pending"]);
    const back = await received(50, { purpose: "on_account" });
    expect(back).toMatchObject({ purpose: "on_account", credit_note_number: null });
    const numbers = [body.allocation.allocation_number, back.receipt_number];
    for (const [answer, named] of [
      [await change(credit.id, { amount: 140 }), numbers],
      [await change(credit.id, { amount: 160 }), [numbers[1]]],
      [await change(credit.id, { payment_status: "cancelled" }), numbers],
      [await change(credit.id, { invoice_date: "2026-03-18" }), [numbers[0]]],
      [await remove(credit.id), numbers],
    ] as const) {
      expect(answer.status).toBe(409);
      for (const number of named) expect(answer.body.message).toContain(number);
    }
    expect((await change(credit.id, { amount: 210, description: "تعويض" })).status).toBe(200);
    expect((await client.post(`/api/allocations/${body.allocation.id}/cancel`, {})).status).toBe(200);
    expect((await client.put(`/api/receipt-vouchers/${back.id}`, { status: "cancelled" })).status).toBe(200);
    expect((await change(credit.id, { payment_status: "cancelled" })).status).toBe(200);
  });

  test("is refused where it cannot be", async () => {
    const invoice = await bill(1000);
    const other = await bill(100, { supplier_id: await makeSupplier(office.knex) });
    const ofAgent = await bill(100, {}, "agent_id");
    const credit = await note(10, { credited_invoice_id: invoice.id, invoice_date: "2026-03-02" });
    const sent = { document_type: "credit_note", amount: 10, credited_invoice_id: invoice.id };
    for (const [body, status, field] of [
      [{ credited_invoice_id: other.id }, 422, "credited_invoice_id"],
      [{ credited_invoice_id: ofAgent.id }, 422, "credited_invoice_id"],
      [{ credited_invoice_id: credit.id }, 422, "credited_invoice_id"],
      [{ credited_invoice_id: 999_999 }, 422, "credited_invoice_id"],
      [{ document_type: "invoice" }, 422, "credited_invoice_id"],
      [{ document_type: "gift" }, 422, "document_type"],
      [{ amount: 0 }, 422, "amount"],
      [{ amount: -5 }, 422, "amount"],
      [{ invoice_date: "2026-02-28" }, 409, "invoice_date"],
      [{ invoice_date: "2026-03-01" }, 409, "invoice_date"],
    ] as const)
      expect(refusal(await post({ ...sent, ...body }))).toEqual([status, [field]]);
    for (const [id, body, status, field] of [
      [credit.id, { document_type: "invoice" }, 409, "document_type"],
      [invoice.id, { document_type: "credit_note" }, 409, "document_type"],
      [invoice.id, { amount: 5 }, 409, "amount"],
      [invoice.id, { payment_status: "cancelled" }, 409, "payment_status"],
      [invoice.id, { supplier_id: await makeSupplier(office.knex) }, 409, "supplier_id"],
      [credit.id, { supplier_id: await makeSupplier(office.knex) }, 422, "credited_invoice_id"],
      [credit.id, { payment_status: "cancelled", amount: 5 }, 422, "payment_status"],
      [credit.id, { payment_status: "cancelled", event_date: "2026-03-01" }, 409, "event_date"],
    ] as const)
      expect(refusal(await change(id, body))).toEqual([status, [field]]);
    expect((await remove(invoice.id)).body.message).toContain(credit.invoice_number);
    const payment = {
      beneficiary_type: "supplier",
      supplier_id: ids.supplier,
      purchase_invoice_id: credit.id,
    };
    const paid = await client.post("/api/payment-vouchers", {
      ...payment,
      currency_id: ids.sar,
      cash_box_id: ids.sarBox,
      payment_method: "cash",
      amount: 1,
    });
    expect(refusal(paid)).toEqual([409, ["purchase_invoice_id"]]);
    expect(refusal(await allocate({ purchase_invoice_id: credit.id, amount: 1 }))[0]).toBe(409);
    expect((await change(invoice.id, { amount: 10 })).body.purchase_invoice.payment_status).toBe("paid");
  });

  test("of an agent is his, and is listed, counted and searched as what it is", async () => {
    const agent = await makeAgent(office.knex, { name: "وكالة الفرقان" });
    const [one, two] = [
      await bill(800, { agent_id: agent }, "agent_id"),
      await bill(200, { agent_id: agent }, "agent_id"),
    ];
    const credit = await note(300, { agent_id: agent, credited_invoice_id: one.id }, "agent_id");
    const listed = async (query: string) =>
      (await client.get(`/api/agent-invoices?agent_id=${agent}&${query}`)).body.agent_invoices.map(
        ({ id }: { id: number }) => id,
      );
    expect(await listed("document_type=credit_note")).toEqual([credit.id]);
    expect((await listed("document_type=invoice")).sort()).toEqual([one.id, two.id].sort());
    expect(await listed("overdue=true")).toEqual([]);
    const page = (await client.get(`/invoices/agents?agent_id=${agent}`)).body;
    expect(page).toContain("إشعار دائن");
    for (const amount of ["700.00", "500.00"]) expect(page).toContain(amount);
    const [debt] = (await client.get("/api/debts/agents?age=all&search=الفرقان")).body.debts;
    expect([debt.remaining_amount, debt.invoices_amount, debt.on_account_amount]).toEqual([700, 700, 0]);
    const statement = (await client.get(`/financial/statements/agents/${agent}/export/csv`)).body;
    expect(statement).toContain(`إشعار دائن`);
    const found = (await client.get(`/api/search?q=${credit.invoice_number}`)).body;
    expect(JSON.stringify(found)).toContain("إشعار دائن");
    const csv = (await client.get(`/invoices/agents/export/csv?agent_id=${agent}`)).body as string;
    const [head = ""] = csv.split("\n");
    expect(
      head
        .split(",")
        .slice(-3)
        .map((name) => name.trim()),
    ).toEqual(["نوع المستند", "عن الفاتورة", "المخصوم بإشعارات دائنة"]);
  });

  test("has events of its own day", async () => {
    const credit = await note(40);
    const before = await entriesOf();
    expect((await change(credit.id, { payment_status: "cancelled", event_date: "2026-04-01" })).status).toBe(
      200,
    );
    const rows = await office
      .knex("entries")
      .where({ document: "purchase", document_id: credit.id })
      .orderBy("id")
      .select("cause", "amount", "is_event", office.knex.raw("date::text"));
    expect(rows.map(({ cause, amount, is_event, date }) => [cause, Number(amount), is_event, date])).toEqual([
      ["credit_note", 40, false, "2026-03-10"],
      ["credit_note_cancelled", -40, true, "2026-04-01"],
    ]);
    expect(before).not.toEqual(await entriesOf());
  });
});
