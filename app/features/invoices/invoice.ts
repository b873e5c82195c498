import { kindBy } from "~/domain/address-kind";
import type { Entity } from "~/domain/entity";
import { type Fields, type RowOf, withLabels } from "~/domain/fields";
import type { Hit } from "~/ui/hit";
import { formatMoney } from "~/ui/page/money";
import { statesOf } from "~/ui/page/states";

export const paymentStates = statesOf({
  pending: ["معلقة", "gold"],
  paid: ["مدفوعة", "good"],
  overdue: ["متأخرة", "bad"],
  cancelled: ["ملغاة", "plain"],
});
export type PaymentStatus = keyof typeof paymentStates.labels;

/** Past its due date and still to be paid, or not. */
export const overdueLabels = { true: "متأخرة", false: "غير متأخرة" };

/** Of a cancelled invoice and of one that was said to be paid nothing is left to pay, whatever vouchers have settled. */
export const isOwed = ({ payment_status }: { payment_status: PaymentStatus }) =>
  payment_status === "pending" || payment_status === "overdue";

/** Invoices are in riyals, whatever the office's currencies are (spec §2). */
export const riyal = { code: "SAR", symbol: "ر.س", decimals: 2 };

const fields = {
  /** The next free one where it is left out. */
  invoice_number: { label: "رقم الفاتورة", kind: "code", max: 50 },
  invoice_date: { label: "تاريخ الفاتورة", kind: "documentDate" },
  due_date: { label: "تاريخ الاستحقاق", kind: "date", optional: true },
  description: { label: "الوصف", kind: "longText", max: 500, sheet: { width: 40 } },
  amount: { label: "المبلغ الأساسي", kind: "price" },
  tax_amount: { label: "الضريبة", kind: "price" },
  total_amount: { label: "الإجمالي", kind: "price", computed: true },
  /** What confirmed payment vouchers have settled. */
  paid_amount: { label: "المدفوع", kind: "price", computed: true },
  payment_status: { label: "حالة الدفع", kind: "choice", choices: paymentStates.labels, hasDefault: true },
  notes: { label: "ملاحظات", kind: "longText", max: 2000, optional: true, sheet: { width: 40 } },
} as const satisfies Fields;

/** An agent's or a purchase's invoice, as the API shows one (spec §3): what the office owes, in riyals. */
export type Invoice = RowOf<typeof fields> & {
  /** Agents' invoices only. */
  agent_id?: number;
  agent_name?: string;
  /** Purchases only. */
  supplier_id?: number;
  supplier_name?: string;
  /** What is left to pay, see `isOwed`. */
  remaining_amount: number;
  /** Past its due date, and pending or overdue. */
  is_overdue: boolean;
};

const common = { table: "invoices", write: "manage_invoices" } as const;

const partner = { kind: "reference", sheet: { width: 30, after: "invoice_number" } } as const;
const agent_id = { ...partner, label: "الوكيل", to: "agents" } as const;
const supplier_id = { ...partner, label: "المورد", to: "suppliers" } as const;

/** The partner of the other kind: invoices of both lie in one table. */
const others = { computed: true, inSheet: false } as const;

/** Agents' and purchases' invoices are the same thing to the money; the address says which is meant. */
export const invoiceKinds = {
  agent: withLabels({
    ...common,
    noun: {
      one: "فاتورة الوكيل",
      a: "فاتورة وكيل",
      many: "فواتير الوكلاء",
      some: "فواتير وكلاء",
      feminine: true,
      name: "invoice_number",
    },
    path: "/invoices/agents",
    key: "agent_invoices",
    item: "agent_invoice",
    fields: { agent_id, supplier_id: { ...supplier_id, ...others }, ...fields },
  }),
  purchase: withLabels({
    ...common,
    noun: {
      one: "فاتورة المشتريات",
      a: "فاتورة مشتريات",
      many: "فواتير المشتريات",
      some: "فواتير مشتريات",
      feminine: true,
      name: "invoice_number",
    },
    path: "/invoices/purchases",
    key: "purchase_invoices",
    item: "purchase_invoice",
    fields: { agent_id: { ...agent_id, ...others }, supplier_id, ...fields },
  }),
} satisfies Record<string, Entity>;

export type InvoiceKind = keyof typeof invoiceKinds;

/** Whose invoices they are: the column, the table and the number's prefix (spec §5). */
export const partnerOf = {
  agent: { column: "agent_id", table: "agents", prefix: "AGT" },
  purchase: { column: "supplier_id", table: "suppliers", prefix: "PUR" },
} as const;

/** The kind that an address names. @throws DomainError not_found */
export const kindOf = kindBy<InvoiceKind>({ agents: "agent", purchases: "purchase" });

export const invoiceHit =
  (kind: InvoiceKind) =>
  (row: Invoice): Hit => ({
    title: row.invoice_number,
    facts: [row.agent_name ?? row.supplier_name ?? ""],
    amount: formatMoney(row.total_amount, riyal, "code"),
    state: paymentStates.labels[row.payment_status],
    tone: paymentStates.tones[row.payment_status],
    href: `${invoiceKinds[kind].path}/${row.id}/edit`,
  });
