import Big from "big.js";
import type { Db, Transaction } from "~/db/knex.server";
import { lockRows } from "~/db/rows.server";
import { officeToday } from "~/domain/office-day.server";
import type { Decimal } from "~/features/money/money.server";
import type { DocumentType, InvoiceKind, PaymentStatus } from "./invoice";
import { settledStatus } from "./settlement-status";

/** The parts of an invoice that payments read and change; amounts in riyals. */
export type SettledInvoice = {
  id: number;
  kind: InvoiceKind;
  agent_id: number | null;
  supplier_id: number | null;
  due_date: string | null;
  total_amount: Decimal;
  paid_amount: Decimal;
  /** What credit notes took off it. */
  credited_amount: Decimal;
  payment_status: PaymentStatus;
  document_type: DocumentType;
};

/** Locks the invoices that vouchers settle (docs/decisions/locks.md). */
export const lockInvoices = (trx: Transaction, vouchers: { invoice_id: number | null }[]) =>
  lockRows<SettledInvoice>(
    trx,
    "invoices",
    vouchers.map(({ invoice_id }) => invoice_id),
    [
      ...["kind", "agent_id", "supplier_id", "due_date", "total_amount", "paid_amount", "credited_amount"],
      ...["payment_status", "document_type"],
    ],
  );

export const remainingOf = ({
  total_amount,
  paid_amount,
  credited_amount,
}: Pick<SettledInvoice, "total_amount" | "paid_amount" | "credited_amount">) =>
  Big(total_amount).minus(paid_amount).minus(credited_amount).toFixed(2);

/**
 * The invoice with a payment added, or taken back if the amount is negative; not yet stored. After taking back it is pending
 * or overdue, whatever its status was (rulings §3).
 * @param column `credited_amount` for a credit note
 */
export function withSettled(
  invoice: SettledInvoice,
  amount: Decimal,
  column: "paid_amount" | "credited_amount" = "paid_amount",
): SettledInvoice {
  const settled = { ...invoice, [column]: Big(invoice[column]).plus(amount).toFixed(2) };
  const payment_status = Big(amount).lt(0) ? "paid" : invoice.payment_status;
  return { ...settled, payment_status: settledStatus({ ...settled, payment_status }, officeToday()) };
}

/** Stores the settled amounts in one statement, so that the invoices' totals are locked in one order. */
export async function storeSettled(trx: Transaction, invoices: SettledInvoice[]) {
  if (!invoices.length) return;
  await trx.raw(
    `UPDATE invoices SET paid_amount = settled.paid_amount, credited_amount = settled.credited_amount,
       payment_status = settled.payment_status, paid_on = NULL, paid_by = NULL, payment_reason = NULL
     FROM unnest(?::integer[], ?::numeric[], ?::numeric[], ?::text[]) AS settled (id, paid_amount, credited_amount, payment_status)
     WHERE invoices.id = settled.id
       AND (invoices.paid_amount, invoices.credited_amount) <> (settled.paid_amount, settled.credited_amount)`,
    [
      invoices.map(({ id }) => id),
      invoices.map(({ paid_amount }) => paid_amount),
      invoices.map(({ credited_amount }) => credited_amount),
      invoices.map(({ payment_status }) => payment_status),
    ],
  );
}

/** An invoice with something left to pay, in riyals. */
export type Payable = { id: number; invoice_number: string; due_date: string | null; remaining: number };

/**
 * A partner's unpaid invoices, the oldest first.
 * @param settlement the payment of a voucher that is being edited; it counts as unpaid
 */
export async function payableInvoices(
  db: Db,
  partner: { agent_id: number } | { supplier_id: number },
  settlement: { invoice_id: number | null; settled_amount: number | null } = {
    invoice_id: null,
    settled_amount: null,
  },
): Promise<Payable[]> {
  const rows: (SettledInvoice & { invoice_number: string })[] = await db("invoices")
    .where(partner)
    .where((open) =>
      open
        .whereIn("payment_status", ["pending", "overdue"])
        .whereRaw("paid_amount + credited_amount < total_amount")
        .orWhere("id", settlement.invoice_id ?? 0),
    )
    .orderBy(["invoice_date", "id"])
    .limit(200)
    .select("id", "invoice_number", "due_date", "total_amount", "paid_amount", "credited_amount");
  return rows.map((invoice) => ({
    id: invoice.id,
    invoice_number: invoice.invoice_number,
    due_date: invoice.due_date,
    remaining: Number(
      Big(remainingOf(invoice)).plus(
        invoice.id === settlement.invoice_id ? (settlement.settled_amount ?? 0) : 0,
      ),
    ),
  }));
}
