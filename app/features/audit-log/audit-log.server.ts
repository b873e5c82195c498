import { type ColumnType, columnTypes } from "~/db/column-types.server";
import { drawRows } from "~/db/drawing.server";
import { type Db, db } from "~/db/knex.server";
import type { List } from "~/db/list";
import { choiceOf, periodOf, readAll, readFirst, readPage, searchOf } from "~/db/list.server";
import { referencedTables } from "~/db/references.server";
import { nobody } from "~/domain/actors";
import { latinDigits } from "~/domain/digits";
import { readersOf } from "~/domain/entity";
import { isNamed, nouns } from "~/domain/nouns";
import { officeTime, timeZone } from "~/domain/office-day.server";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import { customer } from "~/features/customers/customer";
import { countOf } from "~/http/whole-lists.server";
import {
  auditLogKinds,
  deedLabels,
  factLabelOf,
  inOrder,
  isIdentity,
  isPicture,
  labelOf,
  wordsFor,
} from "./kinds.server";

type AuditLogRow = {
  id: number;
  at: string;
  username: string | null;
  action: keyof typeof deedLabels;
  kind: string;
  record_id: number | null;
  record_name: string | null;
  changes: Record<string, Pair>;
  address: string | null;
};

type Pair = [before: unknown, after: unknown];

/** A line as the database has it, and may have had it before its tables and columns were today's. */
export type StoredLine = Omit<AuditLogRow, "changes"> & { changes: unknown };

/** A line of the audit log in words. */
export type AuditLogLine = {
  id: number;
  /** In the office's time zone. */
  at: string;
  username: string;
  /** The deed in words: «تعديل»، «تسجيل دخول». */
  deed: string;
  /** The noun of the table's rows. */
  kind: string;
  noun: string;
  /** Whether the line is about a whole list and not about one record. */
  isOfList: boolean;
  record: { id: number | null; name: string };
  /** The values before and after. For lists of names: the added and the removed ones, or both. */
  changes: { label: string; before?: string; after?: string; added?: string; gone?: string }[];
  address: string | null;
};

/** Replaces the number of a passport or identity for readers who may not read customers. */
const hidden = "محجوب";

const deeds = Object.keys(deedLabels) as [Action, ...Action[]];
type Action = keyof typeof deedLabels;

const kinds = Object.keys(auditLogKinds) as [string, ...string[]];

/** The lines that match an address's filters: user, deed, kind, record (by name, or by number within a kind) and period. */
function listOf(params: URLSearchParams): List<AuditLogRow> {
  const matching = db("audit_log").select("id", "at");
  const kind = choiceOf(params, "kind", kinds);
  const deed = choiceOf(params, "deed", deeds);
  const person = searchOf(params, "person");
  const record = latinDigits(searchOf(params, "record"));
  const { from, to } = periodOf(params);
  if (kind) matching.where({ kind });
  if (deed) matching.where({ action: deed });
  if (person === nobody.system) matching.whereRaw("lower(username) IS NULL AND action <> 'login_failed'");
  else if (person === nobody.stranger)
    matching.whereRaw("lower(username) IS NULL AND action = 'login_failed'");
  else if (person) matching.whereRaw("lower(username) = lower(?)", [person]);
  if (/^\d{1,9}$/.test(record) && kind) matching.where({ record_id: Number(record) });
  else if (record) matching.whereRaw("fold(record_name) = fold(?)", [record]);
  if (from) matching.whereRaw("at >= ?::date::timestamp AT TIME ZONE ?", [from, timeZone]);
  if (to) matching.whereRaw("at < (?::date + 1)::timestamp AT TIME ZONE ?", [to, timeZone]);
  return {
    table: "audit_log",
    newestBy: "at",
    matching,
    rows: (db) => db("audit_log").select("audit_log.*"),
    toRow: inPairs,
  };
}

/** Whether a deed has no values before: a new row, an exported list. */
const isNew = (action: Action) => ["insert", "exported", "printed", "listed"].includes(action);

/** Turns the single values of a new or deleted row into pairs with nothing before or after. So is a change that is no pair. */
function inPairs({ action, changes, ...line }: StoredLine): AuditLogRow {
  const pair = (value: unknown): Pair => {
    if (action === "delete") return [value, null];
    return isNew(action) || !isPair(value) ? [null, value] : value;
  };
  const columns = isRecord(changes) ? changes : { changes };
  const pairs = Object.entries(columns).map(([column, value]) => [column, pair(value)]);
  return { ...line, action, changes: Object.fromEntries(pairs) };
}

/** Whether a value is JSON with names of its own, among which may be that of a passport number. */
const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isPair = (value: unknown): value is Pair => Array.isArray(value) && value.length === 2;

/** A page of the audit log with the values that the reader may see, newest first. @throws DomainError invalid */
export async function readAuditLog(params: URLSearchParams, reader: SessionUser) {
  const page = await readPage(listOf(params), params);
  return { ...page, rows: await toLines(page.rows, reader) };
}

/** The newest lines, for users who may read the audit log; null for others. */
export async function readNewestLines(reader: SessionUser, count: number) {
  if (!holdsAny(reader, ["manage_users"])) return null;
  return toLines(await readFirst(listOf(new URLSearchParams()), count), reader);
}

/** Lines that a report has read, in words. */
export const linesOf = (stored: StoredLine[], reader: SessionUser) => toLines(stored.map(inPairs), reader);

async function toLines(rows: AuditLogRow[], reader: SessionUser): Promise<AuditLogLine[]> {
  const [nameOf, created] = await Promise.all([namesIn(db, rows), partsOfCreations(db, rows)]);
  const types = await columnTypes(db);
  const isOpen = holdsAny(reader, readersOf(customer));
  const words: Words = {
    isHidden: (kind, column, value) =>
      !isOpen && (isIdentity(kind, column) || isRecord(value) || !factLabelOf(kind, column)),
    nameOf,
    typeOf: (kind, column) => types.get(`${kind}.${column}`),
  };
  return drawRows(rows, (line) => ({
    ...inWords(line, words),
    ...(created.has(line.id) && { deed: deedLabels.insert }),
  }));
}

/** All lines that match the filters, in batches, and their number. @throws DomainError invalid */
export async function readWholeAuditLog(params: URLSearchParams, reader: SessionUser) {
  const list = listOf(params); // outside of the generator, which would refuse an invalid filter too late
  async function* rows() {
    for await (const lines of readAll(list)) yield toLines(lines, reader);
  }
  return { rows: rows(), count: await countOf(list) };
}

/** What the words of lines depend on: what the reader may see, the present names of rows, and the columns' types. */
type Words = {
  isHidden: (kind: string, column: string, value: unknown) => boolean;
  nameOf: (kind: string, column: string, value: unknown) => { column: string; name: string } | undefined;
  typeOf: (kind: string, column: string) => ColumnType | undefined;
};

/** How the end of a member's name says that he has no family: he is told where he has one, before or after. */
const withoutFamily = " (—)";

function inWords(
  { kind, action, changes, record_id, record_name, ...line }: AuditLogRow,
  { isHidden, nameOf, typeOf }: Words,
): AuditLogLine {
  const words = (column: string, value: unknown) => {
    const name = nameOf(kind, column, value);
    if (isHidden(kind, name?.column ?? column, value) && value !== null && value !== undefined) return hidden;
    return name?.name ?? wordsFor(kind, column, value, typeOf(kind, column));
  };
  const names = (column: string, value: unknown) => {
    const of = Array.isArray(value) ? value.filter((name) => !String(name).endsWith(withoutFamily)) : [];
    return of.length ? words(column, of) : undefined;
  };
  const isOfList = isNew(action) && action !== "insert";
  const nameColumn = isNamed(kind) && !isOfList ? nouns[kind].name : "name";
  return {
    id: line.id,
    at: officeTime(line.at),
    username: line.username ?? (action === "login_failed" ? nobody.stranger : nobody.system),
    address: line.address,
    deed: deedLabels[action] ?? action,
    kind,
    noun: isOfList ? "قائمة" : (auditLogKinds[kind]?.one ?? kind),
    isOfList,
    record: {
      id: record_id,
      name: isHidden(kind, nameColumn, record_name) ? hidden : wordsFor(kind, "name", record_name),
    },
    changes: inOrder(kind, Object.entries(changes)).map(([column, [before, after]]) => ({
      label: (isOfList ? factLabelOf : labelOf)(kind, column) ?? column,
      ...(Array.isArray(before ?? after)
        ? { added: names(column, after), gone: names(column, before) }
        : {
            ...(!isNew(action) && { before: words(column, before) }),
            ...(action !== "delete" && {
              after: isPicture(column) && before && after ? "صورة جديدة" : words(column, after),
            }),
          }),
    })),
  };
}

/** Whether PostgreSQL takes a value of an old line for a row's number. */
const isId = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;

/**
 * The changes that belong to the making of their row: its lists of names, and what was computed of them. Both lines are of one
 * transaction. The time is asked too, since a restored office has all its lines in one.
 */
async function partsOfCreations(db: Db, lines: AuditLogRow[]) {
  const changes = lines.filter(({ action }) => action === "update").map(({ id }) => id);
  if (!changes.length) return new Set<number>();
  const made = db("audit_log AS made")
    .select(db.raw("1"))
    .whereRaw(
      "made.kind = line.kind AND made.record_id = line.record_id AND made.xmin::text = line.xmin::text",
    )
    .whereRaw("made.at BETWEEN line.at - interval '1 minute' AND line.at")
    .where("made.action", "insert");
  const ids = await db("audit_log AS line").whereIn("line.id", changes).whereExists(made).pluck("line.id");
  return new Set<number>(ids);
}

/** The present names of the rows to which changed columns refer; a deleted row's number. */
async function namesIn(db: Db, lines: AuditLogRow[]) {
  const references = await referencedTables(db);
  // The user of a list's filter is not the column of that name: vouchers have `received_by` and `paid_by`.
  const tableOf = (table: string, column: string) =>
    references.get(`${table}.${column}`) ?? (column === "user_id" ? "users" : undefined);
  const idsByTable = new Map<string, Set<number>>();
  for (const { kind, changes } of lines)
    for (const [column, values] of Object.entries(changes)) {
      const table = tableOf(kind, column);
      if (!table) continue;
      const ids = idsByTable.get(table) ?? new Set();
      for (const value of values) if (isId(value)) ids.add(value);
      idsByTable.set(table, ids);
    }
  const names = new Map<string, { column: string; name: string }>();
  for (const [table, ids] of idsByTable) {
    if (!isNamed(table)) continue;
    const rows = await db(table)
      .whereIn("id", [...ids])
      .select("id", { name: nouns[table].name });
    const column = nouns[table].name;
    for (const { id, name } of rows) names.set(`${table} ${id}`, { column, name: String(name) });
  }
  return (table: string, column: string, value: unknown) => {
    const other = tableOf(table, column);
    if (!other || typeof value !== "number") return undefined;
    return names.get(`${other} ${value}`) ?? { column, name: `رقم ${value}` };
  };
}
