import type { Deed } from "~/auth/audit-log.server";
import { filterLabels } from "~/db/list.server";
import { codesOf } from "~/domain/fields.server";
import { nouns } from "~/domain/nouns";
import { officeTime } from "~/domain/office-day.server";
import { permissionLabels } from "~/domain/permissions";
import type { Piece } from "~/features/accounts/cash-counts/count";
import { closing, closingDeedLabels } from "~/features/closing/closing";
import { company } from "~/features/company/company";
import { customer } from "~/features/customers/customer";
import { papersOf } from "~/features/customers/papers/paper";
import { entities } from "~/features/entities.server";
import { favorite } from "~/features/favorites/favorite";
import { remindersOf } from "~/features/financial/reminders/reminder";
import { importLabels } from "~/features/importables/import";
import { causeLabels } from "~/features/money/ledger.server";
import { planStage } from "~/features/trips/plans/plan";
import { roomKindLabels, roomsOf } from "~/features/trips/rooms/room";
import { stagesOf } from "~/features/trips/stages/stage";
import { activityLabels } from "~/ui/page/status";

/** The words for the columns of a kind of record and for their codes. */
type Kind = { labels: Record<string, string>; codes?: Record<string, Readonly<Record<string, string>>> };

/** Columns of several tables, or without a form. */
const common: Record<string, string> = {
  name: "الاسم",
  description: "الوصف",
  currency_id: "العملة",
  user_id: "المستخدم",
  created_by: "المستخدم",
  packages: "الباقات",
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
  company_info: { labels: company.labels },
  customer_papers: {
    labels: {
      ...papersOf(0).labels,
      given_name: "الملف",
      customer_id: customer.labels.name,
      file_name: "اسم الملف في المخزن",
      media_type: "نوع الملف",
      uploaded_by: "رفعها",
    },
    codes: codesOf(papersOf(0).fields),
  },
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
      ...remindersOf(0).labels,
      customer_id: customer.labels.name,
      amounts: "المستحق يومها",
      due_since: "منذ",
      sent_on: "اليوم",
      sent_at: "الوقت",
      sent_by: "سجله",
    },
    codes: codesOf(remindersOf(0).fields),
  },
  rooms: { labels: { ...roomsOf(0).labels, group_id: "المجموعة" }, codes: { kind: roomKindLabels } },
  saved_views: { labels: favorite.labels },
  trip_stages: {
    labels: { ...stagesOf().labels, trip_id: "الرحلة" },
    codes: codesOf(stagesOf().fields),
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

/** The label of a filter or of another fact about an exported list. */
export const factLabelOf = (table: string, fact: string) =>
  labelOf(table, fact) ?? own(factLabels, fact) ?? own(filterLabels, fact);

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

/** A value in words: a code's label, yes or no, names side by side. */
export function wordsFor(table: string, column: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "—";
  if (column === "pieces")
    return (value as Piece[]).map(([piece, count]) => `${count} × ${piece}`).join("، ");
  if (column === "schedule" && Array.isArray(value))
    return (value as { due_date: string; amount: string }[])
      .map(({ due_date, amount }) => `${amount} في ${due_date}`)
      .join("، ");
  if (column === "amounts" && Array.isArray(value))
    return (value as { code: string; amount: string }[])
      .map(({ code, amount }) => `${amount} ${code}`)
      .join("، ");
  if (Array.isArray(value)) return value.map((one) => wordsFor(table, column, one)).join("، ");
  if (column === "is_active") return value ? activityLabels.active : activityLabels.inactive;
  if (isPicture(column)) return "صورة";
  if (typeof value === "number" && !column.endsWith("_id"))
    return own(kindOf(table)?.codes?.[column], String(value)) ?? value.toLocaleString("en-US", decimals);
  if (typeof value === "boolean") return value ? "نعم" : "لا";
  if (/^\d{4}-\d\d-\d\dT/.test(String(value))) return officeTime(String(value));
  if (/^\d\d:\d\d:00$/.test(String(value))) return String(value).slice(0, 5);
  if (column === "format") return own(formats, String(value)) ?? String(value);
  return own(kindOf(table)?.codes?.[column], String(value)) ?? String(value);
}

const formats = { xlsx: "Excel", csv: "CSV" };

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
  exported: "تصدير قائمة",
  printed: "طباعة قائمة",
  listed: "قراءة قائمة",
};

/** Columns that readers without the right to read customers see only as hidden. */
const identities = new Set(["passport_number", "national_id", "search", "record"]);

/** Texts of people's records, which may contain such a number. Those readers do not see the text at all. */
const freeTexts = new Set([
  "customers.address",
  "customers.moved",
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
