import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { requireRows, withoutUndefined } from "~/db/rows.server";
import { conflicting, invalid, notFound } from "~/domain/domain-error";
import { missingSentence, nouns } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import { formatMoney } from "~/ui/page/money";
import { type InvoiceKind, partnerOf, riyal } from "./invoice";
import type { InvoiceInput, InvoiceRow } from "./invoices.server";
import { settledStatus } from "./settlement-status";

type Change = Partial<InvoiceInput>;

/**
 * The values to store for an input or a change. An empty number keeps the present one.
 * @throws DomainError invalid, conflict at the field; not_found for an invoice of another kind
 */
export async function checkInvoice(
  trx: Transaction,
  kind: InvoiceKind,
  { invoice_number, ...input }: Change,
  row?: InvoiceRow,
): Promise<Change> {
  if (row && row.kind !== kind) throw notFound(missingSentence("invoices"));
  const change: Change = withoutUndefined({ ...input, invoice_number: invoice_number ?? undefined });
  checkDates({ ...row, ...change }, change);
  await checkPartner(trx, kind, change, row);
  await requireRows(trx, change, { campaign_id: "campaigns" });
  return row ? { ...change, ...statusAfter(change, row) } : change;
}

/** @throws DomainError invalid, at the date that was sent */
function checkDates({ invoice_date, due_date }: Pick<Change, "invoice_date" | "due_date">, input: Change) {
  if (!invoice_date || !due_date || due_date >= invoice_date) return;
  throw input.due_date
    ? invalid("due_date", "تاريخ الاستحقاق قبل تاريخ الفاتورة")
    : invalid("invoice_date", "تاريخ الفاتورة بعد تاريخ الاستحقاق");
}

/** Refuses an inactive partner for a new invoice. Existing invoices keep theirs. */
async function checkPartner(
  trx: Transaction,
  kind: InvoiceKind,
  change: Change,
  row: InvoiceRow | undefined,
) {
  const { column, table } = partnerOf[kind];
  const partner = change[column];
  if (!partner || partner === row?.[column]) return;
  await requireRows(trx, change, { [column]: table });
  const { one } = nouns[table];
  const { is_active } = await trx(table).where({ id: partner }).first("is_active");
  if (!is_active) throw conflicting(column, `${one} غير نشط، فعّله قبل تسجيل فاتورة له`);
  const voucher = row && (await trx("payment_vouchers").where({ invoice_id: row.id }).first());
  if (voucher) throw conflicting(column, `لا يتغير ${one}: للفاتورة سند الصرف ${voucher.payment_number}`);
}

/** A change of the total changes the status of a partly paid invoice, unless the clerk chose another status. */
function statusAfter(change: Change, row: InvoiceRow): Change {
  const { amount, tax_amount, paid_amount, due_date, payment_status } = { ...row, ...change };
  if (Big(paid_amount).eq(0)) return {};
  const total_amount = Big(amount).plus(tax_amount);
  if (total_amount.lt(paid_amount)) {
    const paid = formatMoney(Number(paid_amount), riyal);
    throw conflicting("amount", `إجمالي الفاتورة لا يقل عما سددته سندات الصرف منها: ${paid}`);
  }
  if (payment_status !== row.payment_status) {
    if (payment_status === "cancelled")
      throw conflicting("payment_status", "لا تلغى فاتورة سدد منها سند صرف: ألغ سنداتها أولًا");
    return {};
  }
  if (total_amount.eq(row.total_amount)) return {};
  return {
    payment_status: settledStatus({ total_amount, paid_amount, due_date, payment_status }, officeToday()),
  };
}
