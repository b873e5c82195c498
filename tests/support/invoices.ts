import { beforeAll, expect } from "vitest";
import { officeToday } from "~/domain/office-day.server";
import { type InvoiceKind, invoiceKinds, partnerOf } from "~/features/invoices/invoice";
import type { fixture } from "./app";
import type { Client } from "./client";
import { makeAgent, makeCurrency, makeSupplier } from "./factories";

export const names = ["مكتب الإيمان", "دار السلام"];

export const today = officeToday();
export const day = (away: number) =>
  new Date(Date.parse(today) + away * 86_400_000).toISOString().slice(0, 10);

/** The differences of the two kinds; all else is tested on both. */
export const kinds = (Object.keys(invoiceKinds) as InvoiceKind[]).map((kind) => {
  const entity = invoiceKinds[kind];
  const { column, prefix, table } = partnerOf[kind];
  const { path: screen, key, item } = entity;
  return { kind, entity, column, prefix, table, screen, key, item, path: `/api/${key.replaceAll("_", "-")}` };
});

/** Agents and suppliers of an office, and the invoices of each. */
export function useInvoices(office: ReturnType<typeof fixture>, client: Client) {
  let riyalId: number;
  const partners: Record<InvoiceKind, number[]> = { agent: [], purchase: [] };

  beforeAll(async () => {
    riyalId = await makeCurrency(office.knex, "SAR", "1", { is_default: true });
    for (const name of names) {
      partners.agent.push(await makeAgent(office.knex, { name, phone: "0501112233" }));
      partners.purchase.push(await makeSupplier(office.knex, { name, phone: "0501112233" }));
    }
  });

  /** Compares the kept totals with plain SQL. */
  async function expectTotalsKept() {
    const counted = await office
      .knex("invoices")
      .select("kind", "document_type", "payment_status")
      .count()
      .sum({ total_amount: "total_amount", paid_amount: "paid_amount", credited_amount: "credited_amount" })
      .groupBy("kind", "document_type", "payment_status")
      .orderBy(["kind", "document_type", "payment_status"]);
    const kept = await office
      .knex("invoices_totals")
      .where("count", ">", 0)
      .orderBy(["kind", "document_type", "payment_status"]);
    expect(kept).toEqual(counted);
  }

  /** Makes invoices of one kind by call. */
  const callsOf = ({ kind, column, path, item }: (typeof kinds)[number]) => {
    const least = (more: object = {}) => ({
      [column]: partners[kind][0],
      invoice_date: day(-10),
      description: "بيان",
      amount: 100,
      ...more,
    });
    const create = async (more: object = {}) => {
      const { status, body } = await client.post(path, least(more));
      expect(status, body.error).toBe(201);
      return body[item];
    };
    return { least, create };
  };

  return { partners, riyalId: () => riyalId, expectTotalsKept, callsOf };
}
