import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { conflicting, DomainError, invalid } from "~/domain/domain-error";
import { officeToday } from "~/domain/office-day.server";
import type { Question } from "~/domain/question";
import { eventDay, type SentEvent } from "~/features/money/event-day.server";
import { amountInText, type Decimal } from "~/features/money/money.server";
import { lockPots, type Pot, type PotLine, readPot, requireCovered } from "~/features/money/pots.server";
import { riyal } from "~/features/money/riyal";
import { isOwed, partnerOf } from "./invoice";
import type { InvoiceRow } from "./invoice-input.server";
import {
  lockInvoices,
  remainingOf,
  type SettledInvoice,
  storeSettled,
  withSettled,
} from "./settlement.server";

/*
 * Credit notes (docs/decisions/credit-notes.md): what is left of the invoice that one names is settled first, the rest is on the partner's account,
 * where receipts and allocations may stand on it.
 */

/** What a credit note says, as it will stand. */
type Terms = Pick<
  InvoiceRow,
  | "kind"
  | "agent_id"
  | "supplier_id"
  | "invoice_date"
  | "amount"
  | "tax_amount"
  | "payment_status"
  | "credited_invoice_id"
>;

export type Note = Terms & Pick<InvoiceRow, "id" | "invoice_number" | "settled_amount" | "receipt_id">;

const totalOf = ({ amount, tax_amount }: Terms) => Big(amount).plus(tax_amount);
const standsAs = ({ payment_status }: Terms) => payment_status !== "cancelled";

const holderOf = (note: Terms): Pot => {
  const field = partnerOf[note.kind].column;
  return { field, id: note[field] as number, code: riyal.code };
};

/** What a credit note has on account, as a line of its pot. */
const lineOf = (note: Terms, id: number, settled: Decimal): PotLine => ({
  document: note.kind,
  document_id: id,
  number: "",
  date: note.invoice_date,
  amount: totalOf(note).minus(settled).toFixed(),
  isPartners: true,
});

/** The statements that store what invoices lost or got back. They come after that of the note, so that totals are locked in one order. */
type Settlement = { settled_amount: Decimal; store: () => Promise<void> };

/**
 * Settles what a credit note says against its invoice and its partner's pot. Locks the pots of its partners and then the invoices.
 * @param before the note as it is stored, and `after` as it will stand; none for a new or deleted one
 * @throws DomainError invalid, at `credited_invoice_id`; conflict while receipts or allocations stand on what it had on account
 */
export async function settleNote(
  trx: Transaction,
  before: Note | null,
  after: Terms | null,
): Promise<Settlement> {
  const holders = new Map([before, after].flatMap((note) => (note ? [[keyOf(note), holderOf(note)]] : [])));
  const pots = new Map<string, PotLine[]>();
  for (const [key, pot] of [...holders].sort(([one], [other]) => one.localeCompare(other))) {
    await lockPots(trx, pot);
    pots.set(key, before ? await readPot(trx, pot) : []);
  }
  const named = [before, after].map((note) => ({ invoice_id: note?.credited_invoice_id ?? null }));
  const invoices = await lockInvoices(trx, named);
  if (after?.credited_invoice_id) requireOwn(after, invoices.get(after.credited_invoice_id));
  if (before && standsAs(before)) credit(invoices, before, Big(before.settled_amount).neg().toFixed());
  const settled_amount = after ? settledOf(before, after, invoices) : "0";
  if (after && standsAs(after)) credit(invoices, after, settled_amount);
  if (before) {
    for (const [key, lines] of pots) {
      const others = lines.filter((line) => line.document !== before.kind || line.document_id !== before.id);
      const isThere = after && standsAs(after) && keyOf(after) === key;
      const now = isThere ? [...others, lineOf(after, before.id, settled_amount)] : others;
      requireCovered(lines, now, after && !standsAs(after) ? "payment_status" : "amount");
    }
  }
  return { settled_amount, store: () => storeSettled(trx, [...invoices.values()]) };
}

const keyOf = (note: Terms) => {
  const { field, id } = holderOf(note);
  return `${field} ${id}`;
};

/** @throws DomainError invalid for an invoice that is no invoice of the note's partner */
function requireOwn(note: Terms, invoice: SettledInvoice | undefined) {
  const { column } = partnerOf[note.kind];
  if (invoice?.kind !== note.kind) throw invalid("credited_invoice_id", "الفاتورة غير موجودة");
  if (invoice.document_type !== "invoice")
    throw invalid("credited_invoice_id", "هذا إشعار دائن: اختر فاتورة");
  if (invoice[column] !== note[column])
    throw invalid("credited_invoice_id", "الفاتورة لا تخص صاحب هذا الإشعار");
}

function credit(invoices: Map<number | null, SettledInvoice>, note: Terms, amount: Decimal) {
  const invoice = invoices.get(note.credited_invoice_id);
  if (invoice && !Big(amount).eq(0))
    invoices.set(invoice.id, withSettled(invoice, amount, "credited_amount"));
}

/**
 * What a note settles of its invoice: up to what remains of it. A note that only stands again settles what it did.
 * @throws DomainError conflict if the invoice has not so much left
 */
function settledOf(before: Note | null, after: Terms, invoices: Map<number | null, SettledInvoice>): Decimal {
  if (before && !standsAs(after)) return before.settled_amount;
  const invoice = invoices.get(after.credited_invoice_id);
  const remaining = invoice && isOwed(invoice) ? remainingOf(invoice) : "0";
  if (before && !standsAs(before)) {
    if (Big(before.settled_amount).gt(remaining))
      throw conflicting("payment_status", "لم يبق من فاتورته ما خُصم منها به: أدخله إشعارًا جديدًا");
    return before.settled_amount;
  }
  const total = totalOf(after);
  return (total.lt(remaining) ? total : Big(remaining)).toFixed();
}

/**
 * What a change of a stored note settles; nothing where it says the same of money. Cancelling it, and its end, are events.
 * @throws DomainError invalid, forbidden; conflict for a note that a receipt made, or while something stands on it
 */
export async function changeNote(
  trx: Transaction,
  before: Note,
  values: Partial<Terms>,
  event: SentEvent,
  by: By,
): Promise<Settlement | undefined> {
  const after = { ...before, ...values };
  const isEvent = before.payment_status !== after.payment_status;
  const isCorrection = !isSameMoney(before, after);
  if (!isEvent && !isCorrection) return undefined;
  await requireOwnNote(trx, before);
  if (isCorrection && (isEvent || !standsAs(before)))
    throw invalid("payment_status", "ألغ الإشعار أو أعده وحده، دون تعديل مبلغه أو تاريخه أو صاحبه");
  if (isEvent) await dayOfNote(trx, before, event, by);
  const settlement = await settleNote(trx, before, after);
  if (!isEvent) {
    await askAboutNote(trx, after, by, before.id);
    await requireAfterInvoice(trx, after, before.id);
  }
  return settlement;
}

/** Asks the form of a note, before it takes more off an invoice than its value. @param id the note as it is stored */
export async function askAboutNote(trx: Transaction, note: Terms, { ask }: By, id?: number) {
  ask?.(overCredited(totalOf(note).toFixed(), await creditableOf(trx, note.credited_invoice_id, id)));
}

export type Creditable = { invoice_number: string; left: Decimal };

/** What of an invoice's value no credit note has taken off yet, the note `except` aside; undefined without such an invoice. */
export async function creditableOf(
  trx: Transaction,
  invoiceId: number | null | undefined,
  except?: number,
): Promise<Creditable | undefined> {
  if (!invoiceId) return undefined;
  const { rows } = await trx.raw<{ rows: Creditable[] }>(
    `SELECT invoice_number, total_amount - (SELECT coalesce(sum(total_amount), 0) FROM invoices AS notes
       WHERE notes.credited_invoice_id = invoices.id AND stands(payment_status) AND notes.id IS DISTINCT FROM :except) AS left
     FROM invoices WHERE id = :invoiceId AND document_type = 'invoice'`,
    { invoiceId, except: except ?? null },
  );
  return rows[0];
}

/** The question of a form before a note takes more off an invoice than its value. */
export function overCredited(amount: Decimal, invoice: Creditable | undefined): Question[] {
  if (!invoice || Big(amount).lte(invoice.left)) return [];
  const { invoice_number, left } = invoice;
  const text = `الإشعار الدائن ${amountInText(amount, riyal.code)}، وما بقي من قيمة الفاتورة ${invoice_number} بعد إشعاراتها ${amountInText(left, riyal.code)}.`;
  return [{ text, about: [invoice_number, amount, left] }];
}

/** Whether two states of a note say the same of money. */
const isSameMoney = (one: Terms, other: Terms) =>
  keyOf(one) === keyOf(other) &&
  one.invoice_date === other.invoice_date &&
  totalOf(one).eq(totalOf(other)) &&
  one.credited_invoice_id === other.credited_invoice_id;

/** @throws DomainError conflict for a note that a receipt made, which changes it alone */
export async function requireOwnNote(trx: Transaction, { receipt_id }: Pick<Note, "receipt_id">) {
  if (!receipt_id) return;
  const receipt = await trx("receipt_vouchers").where({ id: receipt_id }).first("receipt_number");
  throw new DomainError(
    "conflict",
    `أجرى سند القبض ${receipt.receipt_number} هذا الإشعار: عدل السند أو ألغه`,
  );
}

/** The last day up to today of what was entered for the invoice that a note names, its own entries aside. */
async function lastDayBeside(trx: Transaction, { kind, credited_invoice_id }: Terms, id: number | undefined) {
  const days = trx("entries")
    .where({ invoice_id: credited_invoice_id })
    .whereNot((one) => one.where({ document: kind, document_id: id ?? 0 }))
    .where("date", "<=", officeToday())
    .groupBy("date", "document", "document_id", "cause")
    .havingRaw("sum(amount) <> 0")
    .select("date");
  return (await trx.from(days.as("days")).max("date"))[0]?.max as string | null;
}

/** @throws DomainError conflict for a note that is dated before the last entry of its invoice */
export async function requireAfterInvoice(trx: Transaction, note: Terms, id?: number) {
  if (!note.credited_invoice_id) return;
  const invoice = await trx("invoices").where({ id: note.credited_invoice_id }).first("invoice_date");
  const last = [invoice?.invoice_date, await lastDayBeside(trx, note, id)].filter(Boolean).sort().at(-1);
  if (last && note.invoice_date < last)
    throw conflicting("invoice_date", `آخر ما قيد على الفاتورة في ${last}: اختر يومًا لا يسبقه`);
}

/** The day on which a note is cancelled or stands again: not before its own last entry, nor its invoice's where that is settled. */
const dayOfNote = (trx: Transaction, note: Note, event: SentEvent, { user }: By) =>
  eventDay(trx, event, {
    user,
    day: note.invoice_date,
    async last(today) {
      const own = await trx("entries")
        .where({ document: note.kind, document_id: note.id })
        .where("date", "<=", today)
        .max("date");
      const ofInvoice = Big(note.settled_amount).gt(0) ? await lastDayBeside(trx, note, note.id) : null;
      return [own[0]?.max, ofInvoice].filter(Boolean).sort().at(-1);
    },
  });
