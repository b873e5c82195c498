import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import { requireRows, withoutUndefined } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { conflicting, DomainError, invalid, notFound } from "~/domain/domain-error";
import { formatMoney } from "~/domain/money";
import { missingSentence, nouns } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import { holdsAny, permissionLabels } from "~/domain/permissions";
import { eventDay, lastEntry, type SentEvent } from "~/features/money/event-day.server";
import { riyal } from "~/features/money/riyal";
import { type InvoiceKind, isCreditNote, partnerOf } from "./invoice";
import type { InvoiceInput, InvoiceRow } from "./invoice-input.server";
import { settledStatus } from "./settlement-status";

type Change = Partial<InvoiceInput>;
/** The columns of the decision that an invoice is paid without a voucher. */
type Decision = Pick<InvoiceRow, "paid_on" | "payment_reason"> & { paid_by: number | null };

/**
 * The values to store for an input or a change. An empty number keeps the present one.
 * @throws DomainError invalid, conflict, forbidden at the field; not_found for an invoice of another kind
 */
export async function checkInvoice(
  trx: Transaction,
  kind: InvoiceKind,
  { invoice_number, event_date, ...input }: Change & SentEvent,
  by: By,
  row?: InvoiceRow,
): Promise<Change & Partial<Decision>> {
  if (row && row.kind !== kind) throw notFound(missingSentence("invoices"));
  const sent: Change = withoutUndefined({ ...input, invoice_number: invoice_number ?? undefined });
  const change = ofItsType(sent, row);
  checkDates({ ...row, ...change }, change);
  await checkPartner(trx, kind, change, row);
  await requireRows(trx, change, { campaign_id: "campaigns" });
  if (row) await keepCommission(trx, change, row);
  if (isCreditNote({ ...row, ...change })) return change;
  const values = row ? { ...change, ...statusAfter(change, row) } : change;
  const day = row
    ? await eventDay(
        trx,
        { event_date },
        { user: by.user, day: row.invoice_date, last: lastEntry(trx, { invoice_id: row.id }) },
      )
    : officeToday();
  return { ...values, ...decisionAfter(values, by, day, row) };
}

/**
 * What is sent, as its type of document has it: a credit note is never due, and is paid unless it is cancelled.
 * @throws DomainError conflict for another type than it has; invalid for what the type has not
 */
function ofItsType(sent: Change, row?: InvoiceRow): Change {
  if (row && sent.document_type && sent.document_type !== row.document_type)
    throw conflicting("document_type", "نوع المستند لا يتغير: احذفه وأدخله من جديد بنوعه");
  const whole = { ...row, ...sent };
  if (!isCreditNote(whole)) {
    if (sent.credited_invoice_id)
      throw invalid("credited_invoice_id", "تذكر الفاتورة في الإشعار الدائن وحده: اختر نوعه");
    return sent;
  }
  if (
    Big(whole.amount ?? 0)
      .plus(whole.tax_amount ?? 0)
      .lte(0)
  )
    throw invalid("amount", "مبلغ الإشعار الدائن أكبر من صفر");
  const { payment_status } = sent;
  return {
    ...sent,
    due_date: null,
    payment_reason: null,
    ...((payment_status || !row) && {
      payment_status: payment_status === "cancelled" ? payment_status : "paid",
    }),
  };
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
  if (!is_active && !isCreditNote({ ...row, ...change }))
    throw conflicting(column, `${one} غير نشط، فعّله قبل تسجيل فاتورة له`);
  if (row) await keepPartner(trx, column, one, row.id);
}

/** Refuses another partner for an invoice that vouchers, allocations or credit notes name. */
async function keepPartner(trx: Transaction, column: string, partner: string, invoice_id: number) {
  const named = async (table: string, where: object, number: string) =>
    (await trx(table).where(where).orderBy("id").first({ number }))?.number as string | undefined;
  const users = [
    ["سند الصرف", await named("payment_vouchers", { invoice_id }, "payment_number")],
    ["التخصيص", await named("allocations", { invoice_id }, "allocation_number")],
    ["الإشعار الدائن", await named("invoices", { credited_invoice_id: invoice_id }, "invoice_number")],
    ["سند القبض", await named("receipt_vouchers", { credited_invoice_id: invoice_id }, "receipt_number")],
  ];
  const user = users.find(([, number]) => number);
  if (user) throw conflicting(column, `لا يتغير ${partner}: للفاتورة ${user.join(" ")}`);
}

/** An invoice of commission is what its parts say: another amount or agent, or a return after its parts were given back, would lie. */
async function keepCommission(trx: Transaction, change: Change, row: InvoiceRow) {
  const { amount, agent_id, payment_status } = { ...row, ...change };
  const returns = row.payment_status === "cancelled" && payment_status !== "cancelled";
  const isSame = Big(amount).eq(row.amount) && agent_id === row.agent_id && !returns;
  if (isSame || !(await trx("commission_parts").where({ invoice_id: row.id }).first("invoice_id"))) return;
  if (returns)
    throw conflicting(
      "payment_status",
      "فاتورة العمولة الملغاة لا تعود: صار ما فيها غير مفوتر، فأصدر فاتورة جديدة من صفحة عمولة الوكيل",
    );
  throw agent_id === row.agent_id
    ? conflicting(
        "amount",
        "مبلغ فاتورة العمولة مجموع عمولات عقودها فلا يتغير: ألغها أو احذفها وأصدرها من جديد",
      )
    : conflicting("agent_id", "فاتورة العمولة لعقود وكيلها فلا يتغير: ألغها أو احذفها");
}

/** A change of the total changes the status of a partly settled invoice, unless the clerk chose another status. */
function statusAfter(change: Change, row: InvoiceRow): Change {
  const { amount, tax_amount, paid_amount, credited_amount, due_date, payment_status } = {
    ...row,
    ...change,
  };
  const settled = Big(paid_amount).plus(credited_amount);
  if (settled.eq(0)) return {};
  const total_amount = Big(amount).plus(tax_amount);
  if (total_amount.lt(settled)) {
    const what = Big(credited_amount).eq(0) ? "سددته سندات الصرف منها" : "سُدد منها وخُصم بإشعارات دائنة";
    throw conflicting(
      "amount",
      `إجمالي الفاتورة لا يقل عما ${what}: ${formatMoney(settled.toNumber(), riyal)}`,
    );
  }
  if (payment_status !== row.payment_status) {
    if (payment_status === "cancelled")
      throw conflicting(
        "payment_status",
        Big(paid_amount).eq(0)
          ? "لا تلغى فاتورة خُصم منها بإشعار دائن: ألغه أولًا"
          : "لا تلغى فاتورة سدد منها سند صرف أو تخصيص: ألغه أولًا",
      );
    return {};
  }
  if (total_amount.eq(row.total_amount)) return {};
  return {
    payment_status: settledStatus(
      { total_amount, paid_amount, credited_amount, due_date, payment_status },
      officeToday(),
    ),
  };
}

const isPaidWithoutVoucher = ({
  payment_status,
  amount,
  tax_amount,
  paid_amount = "0",
  credited_amount = "0",
}: Pick<Change, "payment_status" | "amount" | "tax_amount"> &
  Partial<Pick<InvoiceRow, "paid_amount" | "credited_amount">>) =>
  payment_status === "paid" &&
  Big(amount ?? 0)
    .plus(tax_amount ?? 0)
    .gt(Big(paid_amount).plus(credited_amount));

/**
 * The decision that an invoice is paid without a voucher. It is an event of its day, and needs manage_financials. A form
 * also needs its reason; calls of the spec know none. No other invoice has a decision.
 */
function decisionAfter(values: Change, { user, ask }: By, day: string, row?: InvoiceRow): Partial<Decision> {
  if (!isPaidWithoutVoucher({ ...row, ...values }))
    return { paid_on: null, paid_by: null, payment_reason: null };
  const isNew = !row || !isPaidWithoutVoucher(row);
  const reason = values.payment_reason === undefined ? row?.payment_reason : values.payment_reason;
  if (!isNew && reason === row.payment_reason) return {};
  if (!holdsAny(user, ["manage_financials"])) {
    const sentence = `تسديد فاتورة دون سند صرف يحتاج صلاحية «${permissionLabels.manage_financials}»`;
    throw new DomainError("forbidden", sentence, { fields: { payment_status: sentence } });
  }
  if (ask && !reason) throw invalid("payment_reason", "اكتب سبب سدادها دون سند صرف");
  if (!isNew) return {};
  return { paid_on: day, paid_by: user.id, payment_reason: reason ?? null };
}
