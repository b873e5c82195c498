import type { Knex } from "knex";
import { DomainError, type FieldErrors, notFound } from "~/domain/domain-error";
import { quote, type TableName } from "~/domain/nouns";
import { officeTime } from "~/domain/office-day.server";
import type { Db, Transaction } from "./knex.server";

/**
 * Locks the row that is to be changed, and checks that the sender has seen its present values (rulings §3). Writes that only
 * refer to the row do not wait. docs/decisions/locks.md has the order of locks.
 * @param id true where the table has one row only
 * @param readAt the updated_at that the sender read; without it the last change wins
 * @param current reads the row as the API shows it, for whoever came too late
 * @throws DomainError not_found, conflict
 */
export async function lockRow<Row extends { updated_at: string }>(
  trx: Transaction,
  table: string,
  id: number | true,
  readAt?: string,
  current?: () => Promise<unknown>,
): Promise<Row> {
  const row: Row | undefined = await trx(table).where({ id }).forNoKeyUpdate().first();
  if (!row) throw notFound();
  if (readAt && readAt !== row.updated_at) {
    const who = await lastChange(trx, table, id, row.updated_at);
    const sentence = `${who}، راجع القيم الحالية ثم احفظ`;
    throw new DomainError("conflict", sentence, { current: await current?.() });
  }
  return row;
}

/** Who changed a row meanwhile and when: another user, or the sender elsewhere; nobody is named where the audit log does not tell, as of a script of ops. */
async function lastChange(trx: Transaction, table: string, id: number | true, updatedAt: string) {
  const line = await trx("audit_log")
    .where({ kind: table, record_id: id === true ? null : id })
    .whereRaw("at >= ?::timestamptz - interval '5 milliseconds'", [updatedAt]) // `touch()` may be ahead of the clock
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
 * Locks the row with its key, before it is deleted or its code changed: whoever is about to refer to it waits.
 * @throws DomainError not_found
 */
export async function lockRowWithKey<Row>(trx: Transaction, table: string, id: number): Promise<Row> {
  const row: Row | undefined = await trx(table).where({ id }).forUpdate().first();
  if (!row) throw notFound();
  return row;
}

/** What of `input` is to be stored: fields not sent stay as they are; knex would drop them silently, we do it openly. */
export function withoutUndefined<Input extends object>(input: Input): Partial<Input> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as Partial<Input>;
}

/**
 * Makes sure that the rows which an input refers to exist.
 * @param tables of each reference, by its field
 * @throws DomainError invalid, with a sentence at each field to blame
 */
export async function requireRows(trx: Transaction, input: object, tables: Record<string, string>) {
  const fields: FieldErrors = {};
  for (const [field, table] of Object.entries(tables)) {
    const ids = [(input as Record<string, number | number[] | null | undefined>)[field] ?? []].flat();
    if (!ids.length) continue;
    const [existing] = await trx(table).whereIn("id", ids).count();
    if (Number(existing?.count) !== ids.length) fields[field] = "اختر من القائمة: المختار لم يعد موجودًا";
  }
  const [sentence] = Object.values(fields);
  if (sentence) throw new DomainError("invalid", sentence, { fields });
}

/** What of a table holds our numbers, and what they begin with: `RV-2026-00001`. */
type Series = { table: string; column: string; prefix: string };

/**
 * Inserts a document under the next number of its kind and year; none is given twice, none is left out. Whoever else
 * wants one waits from here to the commit: so this comes as late as it can (docs/decisions/round-trips.md).
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

/** The id and the number that `insertNumbered` gave last, for statements that are sent along with it. */
export function lastOf(trx: Transaction, { table, column }: Series) {
  const id = trx.raw("(SELECT currval(pg_get_serial_sequence(?, 'id')))", [table]);
  return { id, number: trx.raw("(SELECT ?? FROM ?? WHERE id = ?)", [column, table, id]) };
}

/**
 * The rows of a table beside those that they refer to, each by its column of the table.
 * @param optional those that may be none
 */
export function rowsWith(
  db: Db,
  table: TableName,
  references: Partial<Record<TableName, string>>,
  optional: Partial<Record<TableName, string>> = {},
): Knex.QueryBuilder {
  const rows = db(table);
  for (const [other, column] of Object.entries(references))
    rows.join(other, `${other}.id`, `${table}.${column}`);
  for (const [other, column] of Object.entries(optional))
    rows.leftJoin(other, `${other}.id`, `${table}.${column}`);
  return rows;
}
