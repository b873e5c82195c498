import { DomainError, type FieldErrors, notFound } from "~/domain/domain-error";
import type { Transaction } from "./knex.server";

/**
 * Locks the row that is to be changed and makes sure that the sender has seen it as it is now (rulings §3). Who only
 * refers to the row does not wait. In which order rows are locked: docs/decisions/locks.md.
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
    throw new DomainError("conflict", "عدّل مستخدم آخر هذا السجل بعد أن فتحته، راجع القيم الحالية ثم احفظ", {
      current: await current?.(),
    });
  }
  return row;
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
    const [found] = await trx(table).whereIn("id", ids).count();
    if (Number(found?.count) !== ids.length) fields[field] = "اختر من القائمة: المختار لم يعد موجودًا";
  }
  const [sentence] = Object.values(fields);
  if (sentence) throw new DomainError("invalid", sentence, { fields });
}

/** The next number of a kind and year, such as `RV-2026-00001`; none is given twice, none is left out. */
export async function nextNumber(trx: Transaction, prefix: string, date: string) {
  const year = date.slice(0, 4);
  const { rows } = await trx.raw<{ rows: { last: number }[] }>(
    `INSERT INTO document_numbers AS kept (prefix, year, last) VALUES (?, ?, 1)
     ON CONFLICT (prefix, year) DO UPDATE SET last = kept.last + 1 RETURNING last`,
    [prefix, year],
  );
  return `${prefix}-${year}-${String(rows[0]?.last).padStart(5, "0")}`;
}
