import type { Db } from "~/db/knex.server";
import { endsOf, type Period } from "~/db/list.server";
import { officeTime, timeZone } from "~/domain/office-day.server";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import { faultWords, isRowFault } from "~/domain/row-fault";
import { type AuditLogLine, linesOf, type StoredLine } from "~/features/audit-log/audit-log.server";
import { closing } from "~/features/closing/closing";
import { contract } from "~/features/contracts/contract";
import { allocation } from "~/features/financial/allocations/allocation";
import { payment } from "~/features/financial/payments/payment";
import { receipt } from "~/features/financial/receipts/receipt";
import { transfer } from "~/features/financial/transfers/transfer";
import { type InvoiceKind, invoiceKinds } from "~/features/invoices/invoice";
import { inDigits, listOf } from "../figures";
import type { Cell, ReportTable } from "../report";
import { code, date, text } from "./columns";

/**
 * The reopenings of a period, and what was corrected in it of days that were open again, for users who may read closings. Without
 * either there is no table.
 */
export async function reopenedPeriods(db: Db, user: SessionUser, period: Period): Promise<ReportTable[]> {
  if (!holdsAny(user, ["manage_financials"])) return [];
  if (!(await db("period_closings").where({ deed: "reopen" }).first("id"))) return [];
  const reopenings = await reopeningsOf(db, period);
  const corrections = await correctionsOf(db, user, period);
  return [
    ...(reopenings.length ? [tableOfReopenings(reopenings)] : []),
    ...(corrections.length ? [tableOfCorrections(corrections, user)] : []),
  ];
}

const tableOfReopenings = (reopenings: Reopening[]): ReportTable => ({
  title: "إعادة فتح الفترات المقفلة",
  columns: [
    code("الوقت"),
    date("كان مقفلًا حتى"),
    text("بقي مقفلًا حتى"),
    code("أقفل كله من جديد في"),
    text(closing.labels.reason),
    text("من أعاد الفتح"),
  ],
  rows: reopenings.map(({ at, closed_before, closed_until, closed_again_at, reason, username }) => [
    officeTime(at),
    closed_before,
    closed_until ?? "لا شيء",
    closed_again_at ? officeTime(closed_again_at) : "لم يقفل كله بعد",
    reason,
    username,
  ]),
});

type Reopening = {
  at: string;
  closed_before: string;
  closed_until: string | null;
  /** When all days that it opened were closed again. */
  closed_again_at: string | null;
  reason: string | null;
  username: string;
};

/** The decisions that reopened something, each with the day up to which all was closed before, in SQL. */
const allReopenings = `
  SELECT * FROM (SELECT id, deed, closed_until, created_at, reason, closed_by, lag(closed_until) OVER (ORDER BY id) AS closed_before
                 FROM period_closings) AS decisions
  WHERE deed = 'reopen'`;

/** The moments of a period of the office's days, in SQL. */
const within = (moment: string) =>
  `${moment} >= :from::date::timestamp AT TIME ZONE :timeZone AND ${moment} < (:to::date + 1)::timestamp AT TIME ZONE :timeZone`;

async function reopeningsOf(db: Db, period: Period): Promise<Reopening[]> {
  const { rows } = await db.raw<{ rows: Reopening[] }>(
    `SELECT reopenings.created_at AS at, closed_before, closed_until, reason, username,
       (SELECT min(created_at) FROM period_closings AS again
        WHERE again.id > reopenings.id AND deed = 'close' AND again.closed_until >= closed_before) AS closed_again_at
     FROM (${allReopenings}) AS reopenings JOIN users ON users.id = closed_by WHERE ${within("reopenings.created_at")} ORDER BY reopenings.id`,
    { ...endsOf(period), timeZone },
  );
  return rows;
}

/** Columns whose change corrects nothing: they follow from other documents, or are no money (docs/decisions/closing.md). */
const free = [
  ...[
    "paid_amount",
    "credited_amount",
    "remaining_amount",
    "refunded_amount",
    "refundable_amount",
    "taken_amount",
    "taken_equivalent",
  ],
  ...["next_due_date", "schedule", "notes", "visa_issue_date", "visa_duration_days"],
];

/** What is told of a document that was made or deleted. */
const summary = [
  ...["contract_date", "invoice_date", "date", "total_amount", "amount", "tax_amount", "currency_id"],
  ...["customer_id", "agent_id", "supplier_id", "expense_id", "payer", "beneficiary", "description"],
  ...["from_account_id", "to_account_id", "from_amount", "to_amount", "fee_amount"],
];

/** The most corrections in the table; the audit log has all. */
const most = 5_000;

/** A line of the audit log, and the day that it is about. */
type Correction = { line: AuditLogLine; day: string; isDeletion: boolean; invoice_kind: InvoiceKind | null };

/**
 * The lines of the audit log about documents that were entered, or moved money, on reopened days, from the reopening until those days were
 * closed again: the last ones, one more than the table has, the oldest first. An event of another day is none.
 */
async function correctionsOf(db: Db, user: SessionUser, period: Period): Promise<Correction[]> {
  type Row = StoredLine & Pick<Correction, "day" | "invoice_kind">;
  const { rows } = await db.raw<{ rows: Row[] }>(
    `WITH reopenings AS (${allReopenings}),
     lines AS (
       SELECT CASE document WHEN 'contract' THEN 'contracts' WHEN 'receipt' THEN 'receipt_vouchers' WHEN 'payment' THEN 'payment_vouchers'
         WHEN 'allocation' THEN 'allocations' ELSE 'invoices' END AS kind, document_id, NULL AS number, date, created_at
       FROM entries
       UNION ALL
       SELECT CASE WHEN cause LIKE 'receipt%' OR cause LIKE 'collect%' THEN 'receipt_vouchers' WHEN cause LIKE 'transfer%' THEN 'transfers' ELSE 'payment_vouchers' END,
         NULL, document_number, date, created_at
       FROM movements WHERE cause NOT IN ('opening', 'adjustment')),
     documents AS MATERIALIZED (
       SELECT kind, document_id, number, reopenings.created_at AS since, min(date) AS day,
         max(greatest(lines.created_at, coalesce((SELECT min(again.created_at) FROM period_closings AS again
           WHERE again.id > reopenings.id AND again.deed = 'close' AND again.closed_until >= date), 'infinity'))) AS until
       FROM reopenings JOIN lines
         ON lines.created_at >= reopenings.created_at AND date <= closed_before AND date > coalesce(closed_until, '-infinity')
       GROUP BY reopenings.id, reopenings.created_at, kind, document_id, number),
     corrections AS (
       SELECT id, min(day) AS day FROM (
         SELECT audit_log.id, at, action, since, until, day FROM documents JOIN audit_log USING (kind) WHERE record_id = document_id
         UNION ALL
         SELECT audit_log.id, at, action, since, until, day FROM documents JOIN audit_log USING (kind) WHERE fold(record_name) = fold(number)
       ) AS changes
       WHERE at BETWEEN since AND until AND ${within("at")} AND action IN ('insert', 'update', 'delete') GROUP BY id),
     told AS (
       SELECT audit_log.*, day, CASE WHEN action = 'update' THEN changes - :free::text[]
         ELSE (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(changes) WHERE key = ANY (:summary)) END AS fields
       FROM corrections JOIN audit_log USING (id) WHERE jsonb_typeof(changes) = 'object')
     SELECT told.id, at, username, action, told.kind, record_id, record_name, fields AS changes, address, day::text, invoices.kind AS invoice_kind
     FROM told LEFT JOIN invoices ON told.kind = 'invoices' AND invoices.id = record_id
     WHERE fields <> '{}' ORDER BY told.id DESC LIMIT :limit`,
    { ...endsOf(period), timeZone, free, summary, limit: most + 1 },
  );
  rows.reverse();
  const lines = await linesOf(rows, user);
  return rows.map(({ day, action, invoice_kind }, index) => ({
    line: lines[index] as AuditLogLine,
    day,
    isDeletion: action === "delete",
    invoice_kind,
  }));
}

const tableOfCorrections = (corrections: Correction[], user: SessionUser): ReportTable => ({
  title:
    corrections.length > most
      ? `آخر ${inDigits(most)} تصحيح في فترات أعيد فتحها`
      : "ما صحح في فترات أعيد فتحها",
  note: "بيوم التصحيح: كل ما أضيف أو عدل أو حذف من مستندات أيام أعيد فتحها، إلى أن أقفلت من جديد.",
  columns: [
    code("الوقت"),
    code("المستند"),
    date("يومه"),
    text("العملية"),
    text("ما تغير"),
    text("قبل"),
    text("بعد"),
    text("المستخدم"),
  ],
  rows: corrections.slice(-most).flatMap((correction): Cell[][] => {
    const { line, day } = correction;
    if (isRowFault(line)) return [[null, faultWords(line)]];
    const document = documentOf(correction, user);
    return changesOf(line).map(({ label, before, after }) => [
      line.at,
      document,
      day,
      `${line.deed} ${line.noun}`,
      label,
      before ?? null,
      after ?? null,
      line.username,
    ]);
  }),
});

/** The changed fields. An amount that is the same in the currency of its account or contract is told once. */
function changesOf({ changes }: AuditLogLine) {
  const pairs = changes.map(({ before, after }) => `${before} ${after}`);
  return changes.filter(
    ({ before, after }, index) =>
      !isNumber(after ?? before ?? "") || pairs.indexOf(pairs[index] as string) === index,
  );
}

const isNumber = (text: string) => /^[\d,.]+$/.test(text);

/** The document's number, with a link to it unless it was deleted. */
function documentOf(
  { line: { kind, record }, isDeletion, invoice_kind }: Correction,
  user: SessionUser,
): Cell {
  const entity = invoice_kind ? invoiceKinds[invoice_kind] : entities.find(({ table }) => table === kind);
  return {
    value: record.name,
    href: entity && !isDeletion ? listOf(user, entity, { search: record.name }) : undefined,
  };
}

const entities = [contract, receipt, payment, allocation, transfer];
