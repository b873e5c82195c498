import { kindBy } from "~/domain/address-kind";
import { notesField } from "~/domain/common-fields";
import type { Entity } from "~/domain/entity";
import { type Fields, internal, type RowOf, withLabels } from "~/domain/fields";
import type { Hit } from "~/domain/hit";
import { formatMoney } from "~/domain/money";
import { statesOf } from "~/domain/states";
import { campaignField } from "~/features/campaigns/campaign-field";
import { eventDayLabel } from "~/features/money/event-day";
import { riyal } from "~/features/money/riyal";

export const paymentStates = statesOf({
  pending: ["معلقة", "gold"],
  paid: ["مدفوعة", "good"],
  overdue: ["متأخرة", "bad"],
  cancelled: ["ملغاة", "plain"],
});
export type PaymentStatus = keyof typeof paymentStates.labels;

/** An invoice, or a partner's credit note, which takes off what the office owes (docs/decisions/credit-notes.md). */
export const documentTypes = { invoice: "فاتورة", credit_note: "إشعار دائن" };
export type DocumentType = keyof typeof documentTypes;

export const isCreditNote = ({ document_type }: { document_type?: DocumentType }) =>
  document_type === "credit_note";

/** The choices of a list's status filter: a status, or all but the cancelled ones. */
export const invoiceFilterLabels = { ...paymentStates.labels, standing: "غير ملغاة" };
export const invoiceFilters = [...paymentStates.names, "standing"] as const;

/** Overdue: past the due date and not fully paid. */
export const overdueLabels = { true: "متأخرة", false: "غير متأخرة" };

/** Whether something may be left to pay: not for credit notes, cancelled invoices and those marked as paid, whatever vouchers have paid. */
export const isOwed = ({ payment_status }: { payment_status: PaymentStatus }) =>
  payment_status === "pending" || payment_status === "overdue";

/** The fields of both kinds. */
export const invoiceFields = {
  /** The next free number if it is left out. */
  invoice_number: { label: "رقم الفاتورة", kind: "code", max: 50 },
  invoice_date: { label: "تاريخ الفاتورة", kind: "documentDate" },
  due_date: { label: "تاريخ الاستحقاق", kind: "date", optional: true },
  description: { label: "الوصف", kind: "longText", max: 500, sheet: { width: 40 } },
  amount: { label: "المبلغ الأساسي", kind: "price" },
  tax_amount: { label: "الضريبة", kind: "price" },
  total_amount: { label: "الإجمالي", kind: "price", computed: true },
  /** The sum of confirmed payment vouchers. */
  paid_amount: { label: "المدفوع", kind: "price", computed: true },
  payment_status: { label: "حالة الدفع", kind: "choice", choices: paymentStates.labels, hasDefault: true },
  /** The day on which a user decided that the invoice is paid without a voucher, and why. */
  paid_on: { label: "تاريخ السداد دون سند", kind: "date", optional: true, computed: true },
  payment_reason: {
    label: "سبب السداد دون سند",
    kind: "text",
    max: 300,
    optional: true,
    sheet: { width: 30 },
  },
  notes: notesField,
  /** What the invoice is spent on; without one it is general. */
  campaign_id: { ...campaignField, optional: true, sheet: { width: 28 } },
  document_type: {
    label: "نوع المستند",
    kind: "choice",
    choices: documentTypes,
    hasDefault: true,
    sheet: { width: 10 },
  },
  /** The invoice that a credit note is about; what is left of that is settled first. */
  credited_invoice_id: {
    label: "عن الفاتورة",
    kind: "reference",
    to: "invoices",
    by: "invoice_number",
    optional: true,
    sheet: { width: 13 },
  },
  /** What credit notes took off an invoice. */
  credited_amount: {
    label: "المخصوم بإشعارات دائنة",
    kind: "price",
    computed: true,
    sheet: { width: 12 },
  },
  /** What of a credit note its invoice still owed; the rest is on account. */
  settled_amount: { label: "المخصوم من فاتورته", kind: "price", computed: true, inSheet: false },
  /** The receipt that made a credit note. */
  receipt_id: {
    label: "سند القبض",
    kind: "reference",
    to: "receipt_vouchers",
    optional: true,
    ...internal,
  },
} as const satisfies Fields;

/** An invoice of an agent or a purchase as calls show it (spec §3). It is a debt of the office, in riyals. */
export type Invoice = RowOf<typeof invoiceFields> & {
  /** In agents' invoices only. */
  agent_id?: number;
  agent_name?: string;
  /** In purchase invoices only. */
  supplier_id?: number;
  supplier_name?: string;
  /** The rest to pay, see `isOwed`. */
  remaining_amount: number;
  /** Past its due date, and pending or overdue. */
  is_overdue: boolean;
  /** The day of the event that cancelled it. */
  cancelled_on: string | null;
  credited_invoice_number: string | null;
  receipt_number: string | null;
};

const common = { table: "invoices", write: "manage_invoices" } as const;

const partner = { kind: "reference", sheet: { width: 30, after: "invoice_number" } } as const;
/** Both kinds share one table: the other kind's partner is internal. */
const agent_id = { ...partner, label: "الوكيل", to: "agents" } as const;
const supplier_id = { ...partner, label: "المورد", to: "suppliers" } as const;

const formLabels = { event_date: eventDayLabel };

/** Invoices of agents and purchases have the same table and rules. The address says which kind is meant. */
export const invoiceKinds = {
  agent: withLabels(
    {
      ...common,
      noun: { one: "فاتورة الوكيل", a: "فاتورة وكيل", many: "فواتير الوكلاء", some: "فواتير وكلاء" },
      path: "/invoices/agents",
      key: "agent_invoices",
      fields: { agent_id, supplier_id: { ...supplier_id, ...internal }, ...invoiceFields },
    },
    formLabels,
  ),
  purchase: withLabels(
    {
      ...common,
      noun: {
        one: "فاتورة المشتريات",
        a: "فاتورة مشتريات",
        many: "فواتير المشتريات",
        some: "فواتير مشتريات",
      },
      path: "/invoices/purchases",
      key: "purchase_invoices",
      fields: { agent_id: { ...agent_id, ...internal }, supplier_id, ...invoiceFields },
    },
    formLabels,
  ),
} satisfies Record<string, Entity>;

export type InvoiceKind = keyof typeof invoiceKinds;

/** By kind: the partner's column and table, and the prefix of the invoices' numbers (spec §5). */
export const partnerOf = {
  agent: { column: "agent_id", table: "agents", prefix: "AGT" },
  purchase: { column: "supplier_id", table: "suppliers", prefix: "PUR" },
} as const;

/** The kind that an address names. @throws DomainError not_found */
export const kindOf = kindBy<InvoiceKind>({ agents: "agent", purchases: "purchase" });

/** The state of an invoice as its badge says it: a credit note that stands is paid, and says what it is instead. */
export function stateOf(row: Pick<Invoice, "document_type" | "payment_status" | "is_overdue">) {
  if (isCreditNote(row))
    return row.payment_status === "cancelled"
      ? { state: "إشعار ملغى", tone: paymentStates.tones.cancelled }
      : { state: documentTypes.credit_note, tone: "gold" as const };
  const isLate = row.is_overdue && row.payment_status === "pending";
  return isLate
    ? { state: overdueLabels.true, tone: "bad" as const }
    : { state: paymentStates.labels[row.payment_status], tone: paymentStates.tones[row.payment_status] };
}

export const invoiceHit =
  (kind: InvoiceKind) =>
  (row: Invoice): Hit => ({
    title: row.invoice_number,
    facts: [row.agent_name ?? row.supplier_name ?? ""],
    amount: formatMoney(row.total_amount, riyal),
    ...stateOf(row),
    href: `${invoiceKinds[kind].path}/${row.id}/edit`,
  });
