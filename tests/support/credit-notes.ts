import { expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { usePayments } from "./payments";

/** Invoices and credit notes of a hotel and an agent, and what they pay or give back, in riyals unless it is said. */
export function useCreditNotes(office: ReturnType<typeof fixture>, client: Client) {
  const payments = usePayments(office, client);
  const { ids, pay } = payments;
  const paths = { supplier_id: "/api/purchase-invoices", agent_id: "/api/agent-invoices" } as const;
  type Party = keyof typeof paths;
  const items = { supplier_id: "purchase_invoice", agent_id: "agent_invoice" } as const;
  const idOf = (party: Party) => (party === "agent_id" ? ids.agent : ids.supplier);

  const post = (body: object, party: Party = "supplier_id") =>
    client.post(paths[party], {
      [party]: idOf(party),
      invoice_date: "2026-03-01",
      description: "إقامة مكة",
      ...body,
    });
  async function made(body: object, party: Party = "supplier_id") {
    const answer = await post(body, party);
    expect([answer.status, answer.body.fields ?? answer.body.message]).toEqual([201, undefined]);
    return answer.body[items[party]];
  }
  const bill = (amount: number, body: object = {}, party?: Party) => made({ amount, ...body }, party);
  const note = (amount: number, body: object = {}, party?: Party) =>
    made({ document_type: "credit_note", invoice_date: "2026-03-10", amount, ...body }, party);
  const change = (id: number, body: object, party: Party = "supplier_id") =>
    client.put(`${paths[party]}/${id}`, body);
  const remove = (id: number, party: Party = "supplier_id") => client.delete(`${paths[party]}/${id}`);
  const find = async (id: number, party: Party = "supplier_id") =>
    (await client.get(`${paths[party]}/${id}`)).body[items[party]];
  /** What is paid, credited and left of an invoice, and its status. */
  const stateOf = async (id: number, party?: Party) => {
    const { paid_amount, credited_amount, remaining_amount, payment_status } = await find(id, party);
    return [paid_amount, credited_amount, remaining_amount, payment_status];
  };

  const voucher = (amount: number, body: object = {}) => ({
    supplier_id: ids.supplier,
    currency_id: ids.sar,
    amount,
    payment_method: "cash",
    cash_box_id: ids.sarBox,
    date: "2026-03-20",
    description: "رد من الفندق",
    ...body,
  });
  const receive = (amount: number, body: object = {}) =>
    client.post("/api/receipt-vouchers", voucher(amount, body));
  async function received(amount: number, body: object = {}) {
    const answer = await receive(amount, body);
    expect([answer.status, answer.body.fields ?? answer.body.message]).toEqual([201, undefined]);
    return answer.body.receipt_voucher;
  }
  const correct = (id: number, body: object) => client.put(`/api/receipt-vouchers/${id}`, body);
  const settle = (invoice: { id: number }, amount: number) =>
    pay({
      beneficiary_type: "supplier",
      supplier_id: ids.supplier,
      expense_id: undefined,
      purchase_invoice_id: invoice.id,
      currency_id: ids.sar,
      cash_box_id: ids.sarBox,
      amount,
      date: "2026-03-05",
      description: "سداد",
    });

  /** The sums of a party's entries by currency, with the invoice that they concern, as it is numbered. */
  async function entriesOf(party: Party = "supplier_id") {
    const rows = await office
      .knex("entries")
      .where({ [party]: idOf(party) })
      .groupBy("currency_code", "invoice_id")
      .havingRaw("sum(amount) <> 0")
      .orderBy(["currency_code", "invoice_id"])
      .select("currency_code", "invoice_id")
      .sum("amount");
    return rows.map(({ currency_code, invoice_id, sum }) => [currency_code, invoice_id, Number(sum)]);
  }
  /** What a party has on account by currency. */
  const potOf = async (party: Party = "supplier_id") =>
    Object.fromEntries(
      (await entriesOf(party)).filter(([, invoice]) => !invoice).map(([code, , sum]) => [code, sum]),
    );
  return {
    ...payments,
    ...{ post, bill, note, change, remove, find, stateOf, voucher, receive, received, correct, settle },
    ...{ entriesOf, potOf },
  };
}
