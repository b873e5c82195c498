import type { Knex } from "knex";
import { DomainError, type FieldErrors, notFound } from "~/domain/domain-error";
import { quote, type TableName } from "~/domain/nouns";
import { officeTime } from "~/domain/office-day.server";
import type { Db, Transaction } from "./knex.server";

/** The tables whose deleted rows stay, hidden, for the entries that name them (docs/decisions/ledger.md). */
const hiding: ReadonlySet<string> = new Set<TableName>(["customers", "agents", "suppliers"]);

/** Leaves a table's hidden rows out of a query. */
export const withoutHidden = (query: Knex.QueryBuilder, table: string) =>
  hiding.has(table) ? query.whereNull(`${table}.deleted_at`) : query;

/** A query of a table's rows without the hidden ones. */
export const visibleRows = (db: Db, table: string): Knex.QueryBuilder => withoutHidden(db(table), table);

/**
 * Locks a row before its change, and checks that the sender has seen its present values (rulings §3). Writes that only
 * refer to the row do not wait. docs/decisions/locks.md has the order of locks.
 * @param id true for a table with a single row
 * @param readAt the updated_at that the sender read; without it the last change wins
 * @param current reads the row as calls show it, for the answer to a conflict
 * @throws DomainError not_found, conflict
 */
export async function lockRow<Row extends { updated_at: string }>(
  trx: Transaction,
  table: string,
  id: number | true,
  readAt?: string,
  current?: () => Promise<unknown>,
): Promise<Row> {
  const row: Row | undefined = await visibleRows(trx, table).where({ id }).forNoKeyUpdate().first();
  if (!row) throw notFound();
  if (readAt && readAt !== row.updated_at) {
    const who = await lastChange(trx, table, id, row.updated_at);
    const sentence = `${who}، راجع القيم الحالية ثم احفظ`;
    throw new DomainError("conflict", sentence, { current: await current?.() });
  }
  return row;
}

/** The last change of a row: by whom and when. A change that the audit log does not know, such as a script's, names nobody. */
async function lastChange(trx: Transaction, table: string, id: number | true, updatedAt: string) {
  const line = await trx("audit_log")
    .where({ kind: table, record_id: id === true ? null : id })
    .whereRaw("at >= ?::timestamptz - interval '5 milliseconds'", [updatedAt]) // `touch()` may set a time ahead of the clock
    .orderBy("id", "desc")
    .first<{ username: string | null; at: string; is_own: boolean } | undefined>(
      "username",
      "at",
      trx.raw("coalesce(user_id = acting_user(), false) AS is_own"),
    );
  if (line?.is_own) return `عدّلت هذا السجل من شاشة أخرى بعد أن فتحته هنا (${officeTime(line.at)})`;
  const by = line?.username ? ` (${quote(line.username)}، ${officeTime(line.at)})` : "";
  return `عدّل مستخدم آخر هذا السجل بعد أن فتحته${by}`;
}

/**
 * Locks the row with its key before it is deleted or its code changes: writes that refer to it wait too.
 * @throws DomainError not_found
 */
export async function lockRowWithKey<Row>(trx: Transaction, table: string, id: number): Promise<Row> {
  const row: Row | undefined = await visibleRows(trx, table).where({ id }).forUpdate().first();
  if (!row) throw notFound();
  return row;
}

/** Locks rows by their ids, all at once and in one order. Null ids are ignored. */
export async function lockRows<Row extends { id: number }>(
  trx: Transaction,
  table: TableName,
  ids: (number | null)[],
  columns: (string | Knex.Raw)[],
) {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const query = trx(table).whereIn("id", wanted).orderBy("id").forNoKeyUpdate();
  const rows = (wanted.length ? await query.select("id", ...columns) : []) as Row[];
  return new Map<number | null, Row>(rows.map((row) => [row.id, row]));
}

/** Removes the fields that were not sent, which keep their stored values. Knex would drop them silently. */
export function withoutUndefined<Input extends object>(input: Input): Partial<Input> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as Partial<Input>;
}

/**
 * Checks that the rows to which an input refers exist.
 * @param tables the table of each reference, by its field
 * @throws DomainError invalid, with a sentence at each field to blame
 */
export async function requireRows(trx: Transaction, input: object, tables: Record<string, string>) {
  const fields: FieldErrors = {};
  for (const [field, table] of Object.entries(tables)) {
    const ids = [(input as Record<string, number | number[] | null | undefined>)[field] ?? []].flat();
    if (!ids.length) continue;
    const [existing] = await visibleRows(trx, table).whereIn("id", ids).count();
    if (Number(existing?.count) !== ids.length) fields[field] = "اختر من القائمة: المختار لم يعد موجودًا";
  }
  const [sentence] = Object.values(fields);
  if (sentence) throw new DomainError("invalid", sentence, { fields });
}

/** A table's column for the numbers that we issue, and their prefix: `RV` of `RV-2026-00001`. */
type Series = { table: string; column: string; prefix: string };

/**
 * Inserts a document under the next number of its kind and year, without repeats or gaps. It locks the series until the commit,
 * so call it as late as possible (docs/decisions/round-trips.md).
 */
export async function insertNumbered(
  trx: Transaction,
  { table, column, prefix }: Series,
  date: string,
  input: Record<string, unknown>,
): Promise<{ id: number; number: string }> {
  const row = withoutUndefined(input);
  const values = Object.values(row);
  const { rows } = await trx.raw(
    `INSERT INTO ?? (??, ??) SELECT ${values.map(() => "?")}, number FROM next_number(?, ?) AS number
     RETURNING id, ?? AS number`,
    [table, Object.keys(row), column, ...(values as Knex.RawBinding[]), prefix, date, column],
  );
  return rows[0];
}

/** The id and number that `insertNumbered` issued last, as SQL for statements that are sent together with it. */
export function lastOf(trx: Transaction, { table, column }: Series) {
  const id = trx.raw("(SELECT currval(pg_get_serial_sequence(?, 'id')))", [table]);
  return { id, number: trx.raw("(SELECT ?? FROM ?? WHERE id = ?)", [column, table, id]) };
}

/**
 * Joins to a table's rows those to which they refer, each by its column of the table.
 * @param optional joins that may find no row
 */
export function joinAll(
  rows: Knex.QueryBuilder,
  table: TableName,
  references: Partial<Record<TableName, string>>,
  optional: Partial<Record<TableName, string>> = {},
): Knex.QueryBuilder {
  for (const [other, column] of Object.entries(references))
    rows.join(other, `${other}.id`, `${table}.${column}`);
  for (const [other, column] of Object.entries(optional))
    rows.leftJoin(other, `${other}.id`, `${table}.${column}`);
  return rows;
}
