import type { Db, Transaction } from "~/db/knex.server";
import { type InvoiceKind, partnerOf } from "./invoice";

/** The part of a kind's numbers before the place: «PUR-2026-». */
export const prefixOf = (kind: InvoiceKind, invoiceDate: string) =>
  `${partnerOf[kind].prefix}-${invoiceDate.slice(0, 4)}-`;

/**
 * The suggested number for an invoice of this date: prefix, year, and the number of the kind's invoices plus 1. If it is
 * taken, it is the next free one (spec §5, rulings §3).
 */
export async function freeNumber(db: Db, kind: InvoiceKind, invoiceDate: string): Promise<string> {
  const { rows } = await db.raw("SELECT free_invoice_number(?, ?) AS number", [
    kind,
    prefixOf(kind, invoiceDate),
  ]);
  return rows[0].number;
}

/**
 * Inserts an invoice under the next free number. If another transaction takes the number at the same moment, this waits for it
 * and tries the next one.
 * @returns its id
 */
export async function insertNumbered(
  trx: Transaction,
  row: { kind: InvoiceKind; invoice_date: string },
): Promise<number> {
  const { rows } = await trx.raw("SELECT insert_invoice(?::jsonb, ?) AS id", [
    JSON.stringify(row),
    prefixOf(row.kind, row.invoice_date),
  ]);
  return rows[0].id;
}
