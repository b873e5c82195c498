import type { Deed } from "~/auth/audit-log.server";
import type { ColumnType } from "~/db/column-types.server";
import { drawRow } from "~/db/drawing.server";
import { codesOf } from "~/domain/fields.server";
import { filterLabels } from "~/domain/filter-labels";
import { nouns } from "~/domain/nouns";
import { officeTime } from "~/domain/office-day.server";
import { permissionLabels } from "~/domain/permissions";
import { activityLabels } from "~/domain/status";
import { cellText, type RoomName, type Traveller } from "~/domain/travellers";
import type { Piece } from "~/features/accounts/count";
import { closing, closingDeedLabels } from "~/features/closing/closing";
import { company, salesEarnedLabels } from "~/features/company/company";
import { customer } from "~/features/customers/customer";
import { note } from "~/features/customers/note";
import { paper } from "~/features/customers/paper";
import { entities } from "~/features/entities.server";
import { favorite } from "~/features/favorites/favorite";
import { type FeeLineKind, feeDaysText } from "~/features/fees/fee-lines";
import { reminder } from "~/features/financial/debts/reminder";
import { importLabels } from "~/features/importables/import";
import { room, roomKindLabels } from "~/features/lodging/room";
import { causeLabels } from "~/features/money/ledger.server";
import { planStage } from "~/features/trips/plan";
import { stage } from "~/features/trips/stage";

/** The words for the columns of a kind of record and for their codes. */
type Kind = { labels: Record<string, string>; codes?: Record<string, Readonly<Record<string, string>>> };

/** Columns of several tables, or without a form. */
const common: Record<string, string> = {
  name: "الاسم",
  description: "الوصف",
  currency_id: "العملة",
  user_id: "المستخدم",
  deleted_at: "وقت الحذف",
  created_by: "المستخدم",
  packages: "الباقات",
  changes: "التغييرات",
};

const importKinds = Object.fromEntries(
  Object.values(entities).flatMap(({ entity: { table }, imports }) =>
    imports ? [[table, nouns[table].many]] : [],
  ),
);

/** The words for every entity's columns, by its table, which two entities may share. */
function kindsOfEntities() {
  const kinds: Record<string, Required<Kind>> = {};
  for (const { entity, log } of Object.values(entities)) {
    const { labels, codes } = kinds[entity.table] ?? { labels: {}, codes: {} };
    kinds[entity.table] = {
      labels: { ...labels, ...entity.labels, ...log?.labels },
      codes: { ...codes, ...codesOf(entity.fields), ...log?.codes },
    };
  }
  return kinds;
}

const kinds: Record<string, Kind> = {
  ...kindsOfEntities(),
  cash_counts: {
    labels: {
      count_number: "رقم الجرد",
      account_id: "الصندوق",
      expected: "المتوقع",
      counted: "المعدود",
      pieces: "الفئات",
      reason: "سبب الفرق",
      counted_by: "العادّ",
      opened_at: "وقت فتح الجرد",
      expected_at: "وقت المتوقع",
    },
  },
  company_info: {
    labels: { ...company.labels, sales_earned: "استحقاق المبيعات" },
    codes: { sales_earned: salesEarnedLabels },
  },
  customer_notes: {
    labels: { ...note.labels, customer_id: customer.labels.name, noted_on: "اليوم", noted_by: "كتبها" },
    codes: codesOf(note.fields),
  },
  customer_papers: {
    labels: {
      ...paper.labels,
      given_name: "الملف",
      customer_id: customer.labels.name,
      file_name: "اسم الملف في المخزن",
      media_type: "نوع الملف",
      uploaded_by: "رفعها",
    },
    codes: codesOf(paper.fields),
  },
  chart_accounts: { labels: { number: "رقم الحساب", name: "الحساب" } },
  import_headings: {
    labels: { kind: importLabels.kind, heading: "العنوان", field: "الحقل" },
    codes: { kind: importKinds },
  },
  imports: { labels: importLabels, codes: { kind: importKinds } },
  movements: {
    labels: {
      account_id: "الحساب",
      amount: "المبلغ",
      balance_after: "الرصيد بعدها",
      cause: "السبب",
      document_number: "رقم المستند",
      is_return: "شيك مرتجع",
    },
    codes: { cause: causeLabels },
  },
  period_closings: {
    labels: { ...closing.labels, closed_by: "المستخدم" },
    codes: { deed: closingDeedLabels },
  },
  permissions: { labels: {}, codes: { name: permissionLabels } },
  plan_stages: { labels: { ...planStage.labels, plan_id: "الخطة" } },
  ratings: { labels: { value: "عدد النجوم" } },
  reminders: {
    labels: {
      ...reminder.labels,
      customer_id: customer.labels.name,
      amounts: "المستحق يومها",
      due_since: "منذ",
      sent_on: "اليوم",
      sent_at: "الوقت",
      sent_by: "سجله",
    },
    codes: codesOf(reminder.fields),
  },
  rooms: { labels: { ...room.labels, group_id: "المجموعة" }, codes: { kind: roomKindLabels } },
  saved_views: { labels: favorite.labels },
  trip_stages: {
    labels: { ...stage.labels, trip_id: "الرحلة" },
    codes: codesOf(stage.fields),
  },
  visa_documents: {
    labels: {
      given_name: "الملف",
      visa_id: "التأشيرة",
      file_name: "اسم الملف في المخزن",
      media_type: "نوع الملف",
      document_type: "نوع المستند",
      uploaded_by: "رفعه",
      uploaded_at: "وقت الرفع",
    },
  },
};

const kindOf = (table: string): Kind | undefined => (Object.hasOwn(kinds, table) ? kinds[table] : undefined);

const decimals = { maximumFractionDigits: 9 };

const own = (words: Record<string, string> | undefined, word: string) =>
  words && Object.hasOwn(words, word) ? words[word] : undefined;

/** A column's label; undefined if it has none. */
export const labelOf = (table: string, column: string) =>
  own(kindOf(table)?.labels, column) ?? own(common, column);

/** The label of a filter or of another fact about an exported list: pilgrims are listed by the fields of their contracts and visas, too. */
export const factLabelOf = (table: string, fact: string) =>
  labelOf(table, fact) ?? own(factLabels, fact) ?? own(filterLabels, fact) ?? own(fieldLabels, fact);

const fieldLabels: Record<string, string> = Object.assign(
  {},
  ...Object.values(entities).map(({ entity }) => entity.labels),
);

const factLabels = { rows: "عدد السجلات", pages: "عدد الصفحات", format: "الملف" };

/** The changed columns in the order of the form's labels. Columns without a field come last. */
export function inOrder<Change>(table: string, changes: [column: string, Change][]) {
  const columns = Object.keys(kindOf(table)?.labels ?? {});
  const place = ([column]: [string, Change]) =>
    Object.hasOwn(factLabels, column) ? Number.POSITIVE_INFINITY : columns.indexOf(column) >>> 0;
  return changes.sort((one, other) => place(one) - place(other));
}

/** Whether a column holds a file's name, which is random and means nothing to a reader. */
export const isPicture = (column: string) => column === "image" || column === "logo";

/** The words for the values of columns of JSON. */
const jsonWords = new Map<string, (value: never) => string>([
  ["pieces", (pieces: Piece[]) => pieces.map(([piece, count]) => `${count} × ${piece}`).join("، ")],
  [
    "schedule",
    (parts: { due_date: string; amount: string }[]) =>
      parts.map(({ due_date, amount }) => `${amount} في ${due_date}`).join("، "),
  ],
  [
    "prices",
    (cells: { room: RoomName; traveller: Traveller; amount: string }[]) =>
      cells.map(({ room, traveller, amount }) => `${cellText(room, traveller)}: ${amount}`).join("؛ "),
  ],
  [
    "fee_lines",
    (lines: { days: number; kind: FeeLineKind; amount: string; code: string | null }[]) =>
      lines
        .map(({ days, amount, code }) => `${feeDaysText(days)}: ${code ? `${amount} ${code}` : `${amount}%`}`)
        .join("؛ "),
  ],
  [
    "amounts",
    (amounts: { code: string; amount: string }[]) =>
      amounts.map(({ code, amount }) => `${amount} ${code}`).join("، "),
  ],
]);

/** The words for the values of a column by its type in the database, never by how a value looks. */
const typeWords = new Map<ColumnType | undefined, (value: string) => string>([
  ["timestamp with time zone", officeTime],
  ["time without time zone", (time) => time.slice(0, 5)],
]);

/** A value as it is stored. */
const asStored = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));

/**
 * A value in words: a code's label, yes or no, names side by side. A value that has no words is shown as it is stored.
 * @param type the column's type in the database, unless it has no such column any more
 */
export const wordsFor = (table: string, column: string, value: unknown, type?: ColumnType) =>
  drawRow(
    value,
    () => inWords(table, column, value, type),
    () => asStored(value),
  );

function inWords(table: string, column: string, value: unknown, type?: ColumnType): string {
  if (value === null || value === undefined || value === "") return "—";
  const words = jsonWords.get(column);
  if (words && Array.isArray(value)) return words(value as never);
  if (Array.isArray(value)) return value.map((one) => inWords(table, column, one, type)).join("، ");
  if (typeof value === "object") return asStored(value);
  if (column === "is_active") return value ? activityLabels.active : activityLabels.inactive;
  if (isPicture(column)) return "صورة";
  if (typeof value === "number" && !column.endsWith("_id"))
    return own(kindOf(table)?.codes?.[column], String(value)) ?? value.toLocaleString("en-US", decimals);
  if (typeof value === "boolean") return value ? "نعم" : "لا";
  const wordsOfType = typeWords.get(type);
  if (wordsOfType) return wordsOfType(String(value));
  if (column === "format") return own(formats, String(value)) ?? String(value);
  return own(kindOf(table)?.codes?.[column], String(value)) ?? String(value);
}

const formats = { xlsx: "Excel", csv: "CSV", ssr: "SSR DOCS" };

export const deedLabels: Record<Deed | "insert" | "update" | "delete" | "join", string> = {
  insert: "إضافة",
  update: "تعديل",
  delete: "حذف",
  join: "دمج سجلين",
  login: "تسجيل دخول",
  login_failed: "محاولة دخول فاشلة",
  proof_failed: "إثبات هوية فاشل",
  logout: "تسجيل خروج",
  password: "تغيير كلمة المرور",
  sessions_ended: "إنهاء جلسات",
  two_factor_on: "تفعيل الخطوة الثانية",
  two_factor_off: "إيقاف الخطوة الثانية",
  two_factor_reset: "إعادة ضبط الخطوة الثانية",
  recovery_code_used: "استعمال رمز استرداد",
  recovery_codes_renewed: "تجديد رموز الاسترداد",
  exported: "تصدير",
  printed: "طباعة",
  listed: "قراءة",
};

/** Columns that readers without the right to read customers see only as hidden. */
const identities = new Set(["passport_number", "national_id", "search", "record", "changes"]);

/** Texts of people's records, which may contain such a number. Those readers do not see the text at all. */
const freeTexts = new Set([
  "customers.address",
  "customers.moved",
  "customer_notes.text",
  "customer_papers.given_name",
  "reminders.note",
  "visas.notes",
  "visas.document",
  "visa_documents.given_name",
]);

export const isIdentity = (kind: string, column: string) =>
  identities.has(column) || freeTexts.has(`${kind}.${column}`);

/** The kinds of records in the audit log with their nouns, also for lists without a table, such as reports. */
export const auditLogKinds: Record<string, { one: string; a: string }> = {
  ...nouns,
  lists: { one: "الكشف", a: "كشف أو تقرير" },
};

kinds.audit_log = {
  labels: {},
  codes: {
    deed: deedLabels,
    kind: Object.fromEntries(Object.entries(auditLogKinds).map(([kind, { a }]) => [kind, a])),
  },
};
