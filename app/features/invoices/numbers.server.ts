import type { Db, Transaction } from "~/db/knex.server";
import { type InvoiceKind, partnerOf } from "./invoice";

/**
 * The suggested number for an invoice of this date: prefix, year, and the number of the kind's invoices plus 1. If it is
 * taken, it is the next free one (spec §5, rulings §3).
 */
export async function freeNumber(db: Db, kind: InvoiceKind, invoiceDate: string): Promise<string> {
  const { rows } = await db.raw<{ rows: { number: string }[] }>(
    `WITH RECURSIVE places (place) AS (
       SELECT coalesce(sum(count), 0)::bigint + 1 FROM invoices_totals WHERE kind = :kind
       UNION ALL
       SELECT place + 1 FROM places
       WHERE EXISTS (SELECT FROM invoices WHERE kind = :kind AND upper(invoice_number) = ${number})
     )
     SELECT ${number} AS number FROM places ORDER BY place DESC LIMIT 1`,
    { kind, prefix: `${partnerOf[kind].prefix}-${invoiceDate.slice(0, 4)}-` },
  );
  return rows[0]?.number as string;
}

const number = ":prefix || lpad(place::text, greatest(3, length(place::text)), '0')";

/**
 * Inserts an invoice under the next free number. If another transaction takes the number at the same moment, this waits for it
 * and tries the next one.
 * @returns its id
 */
export async function insertNumbered(
  trx: Transaction,
  row: { kind: InvoiceKind; invoice_date: string },
): Promise<number> {
  for (;;) {
    const invoice_number = await freeNumber(trx, row.kind, row.invoice_date);
    const [insertedRow] = await trx("invoices")
      .insert({ ...row, invoice_number })
      .onConflict(trx.raw("(kind, upper(invoice_number))"))
      .ignore()
      .returning("id");
    if (insertedRow) return insertedRow.id;
  }
}
