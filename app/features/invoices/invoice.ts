import { statesOf } from "~/ui/states";
import { notFound } from "~/domain/domain-error";
import type { Entity } from "~/domain/entity";

const statuses = statesOf({
  pending: ["معلقة", "gold"],
  paid: ["مدفوعة", "good"],
  overdue: ["متأخرة", "bad"],
  cancelled: ["ملغاة", "plain"],
});
export const { names: paymentStatuses, labels: paymentStatusLabels, tones: paymentStatusTones } = statuses;
export type PaymentStatus = keyof typeof statuses.labels;

/** Past its due date and still to be paid, or not. */
export const overdueLabels = { true: "متأخرة", false: "غير متأخرة" };

/** Of a cancelled invoice and of one that was said to be paid nothing is left to pay, whatever vouchers have settled. */
export const isOwed = ({ payment_status }: { payment_status: PaymentStatus }) =>
  payment_status === "pending" || payment_status === "overdue";

/** Invoices are in riyals, whatever the office's currencies are (spec §2). */
export const riyal = { code: "SAR", symbol: "ر.س", decimals: 2 };

/** An agent's or a purchase's invoice, as the API shows one (spec §3): what the office owes, in riyals. */
export type Invoice = {
  id: number;
  /** Agents' invoices only. */
  agent_id?: number;
  agent_name?: string;
  /** Purchases only. */
  supplier_id?: number;
  supplier_name?: string;
  invoice_number: string;
  invoice_date: string;
  due_date: string | null;
  description: string;
  amount: number;
  tax_amount: number;
  total_amount: number;
  /** What confirmed payment vouchers have settled. */
  paid_amount: number;
  /** What is left to pay, see `isOwed`. */
  remaining_amount: number;
  payment_status: PaymentStatus;
  /** Past its due date, and pending or overdue. */
  is_overdue: boolean;
  notes: string | null;
  created_at: string;
  updated_at: string;
};

const common = {
  table: "invoices",
  write: "manage_invoices",
} as const;

const labels = {
  agent_id: "الوكيل",
  supplier_id: "المورد",
  invoice_number: "رقم الفاتورة",
  invoice_date: "تاريخ الفاتورة",
  due_date: "تاريخ الاستحقاق",
  description: "الوصف",
  amount: "المبلغ الأساسي",
  tax_amount: "الضريبة",
  total_amount: "الإجمالي",
  paid_amount: "المدفوع",
  payment_status: "حالة الدفع",
  notes: "ملاحظات",
};

/** Agents' and purchases' invoices are the same thing to the money; the address says which is meant. */
export const invoiceKinds = {
  agent: {
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
    labels,
  },
  purchase: {
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
    labels,
  },
} as const satisfies Record<string, Entity<keyof typeof labels>>;

export type InvoiceKind = keyof typeof invoiceKinds;

/** Whose invoices they are: the column, the table and the number's prefix (spec §5). */
export const partnerOf = {
  agent: { column: "agent_id", table: "agents", prefix: "AGT" },
  purchase: { column: "supplier_id", table: "suppliers", prefix: "PUR" },
} as const;

const kindsOfAddresses = new Map<string, InvoiceKind>([
  ["agents", "agent"],
  ["purchases", "purchase"],
]);

/** The kind that an address names, in capitals too, as everywhere. @throws DomainError not_found */
export function kindOf({ kind = "" }: { kind?: string }): InvoiceKind {
  const found = kindsOfAddresses.get(kind.toLowerCase());
  if (!found) throw notFound("لا توجد صفحة بهذا العنوان");
  return found;
}
