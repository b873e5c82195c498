import { type Db, db, type Transaction, transact } from "~/db/knex.server";
import { DomainError, notFound } from "~/domain/domain-error";
import { missingSentence } from "~/domain/nouns";
import type { SessionUser } from "~/domain/permissions";
import type { Answer, Answers, Import } from "~/features/importables/import";
import type { Importable } from "~/features/importables/importable.server";
import { givenNameOf } from "~/files/paper.server";
import type { Asker } from "~/http/turns.server";
import { type Arranged, arrange, gradeFor, readAssigned, rememberHeadings } from "./headings.server";
import { readSheet } from "./reading/sheet.server";
import { noNotes, type SheetNotes } from "./sheet-notes";

/* Uploaded files, which are kept until they are imported, and what users say of their columns. */

/**
 * Stores the rows of a file until they are imported. Only its headings are checked.
 * @throws DomainError unsupported, too_large, invalid; unavailable if too many files wait
 */
export async function keepFile(visit: Asker, importable: Importable, file: File): Promise<number> {
  const { user } = visit;
  const assigned = await readAssigned(db, importable);
  const sheet = await readSheet(visit, file, gradeFor(importable, assigned));
  const { heads, columns, rows, sheet: notes } = arrange(importable, assigned, sheet);
  return transact(user, async (trx) => {
    const [{ id }] = await trx("imports")
      .insert({
        user_id: user.id,
        kind: importable.entity.table,
        file_name: givenNameOf(file) ?? importable.entity.table,
      })
      .returning("id");
    await trx("import_rows").insert({
      import_id: id,
      heads: JSON.stringify(heads),
      columns: storedColumns({ fields: columns, answers: {}, sheet: notes }),
      rows: JSON.stringify(rows),
    });
    return id;
  });
}

/** The user's own import of a kind. @throws DomainError not_found */
export async function findImport(db: Db, user: SessionUser, { entity }: Importable, id: number) {
  const importRow: (Import & { user_id: number }) | undefined = await db("imports")
    .where({ id, user_id: user.id, kind: entity.table })
    .first();
  if (!importRow) throw notFound(missingSentence("imports"));
  const { user_id: _, ...row } = importRow;
  return row;
}

/** A file's rows as they are stored: how they are read, and the lines that somebody confirmed as other persons. */
type KeptFile = Arranged & { answers: Answers; others: number[] };

/** What a file's row keeps in `columns`. */
type KeptColumns = { fields: Arranged["columns"]; answers: Answers; sheet: SheetNotes };
const storedColumns = (columns: KeptColumns) => JSON.stringify(columns);

/** @throws DomainError not_found */
export async function readArranged(db: Db, id: number): Promise<KeptFile> {
  const row = await db("import_rows").where({ import_id: id }).first("heads", "columns", "rows", "others");
  if (!row) throw notFound("لم تعد أسطر هذا الملف محفوظة");
  const columns: KeptColumns = Array.isArray(row.columns) // of a file that a release before this one has kept
    ? { fields: row.columns, answers: {}, sheet: noNotes }
    : row.columns;
  const { fields, answers, sheet } = columns;
  return { ...row, columns: fields, answers, sheet };
}

/**
 * Changes the fields of a file's columns, and remembers them for later files with the same headings. It forgets the users'
 * answers about lines and columns, since they were about others.
 * @param columns a field of the kind for each column, none twice, or null
 * @throws DomainError not_found; conflict for a finished import
 */
export const assignColumns = (
  user: SessionUser,
  importable: Importable,
  id: number,
  columns: (string | null)[],
) =>
  transact(user, async (trx) => {
    const { heads, sheet } = await readOpen(trx, user, importable, id);
    await trx("import_rows")
      .where({ import_id: id })
      .update({ columns: storedColumns({ fields: columns, answers: {}, sheet }), others: [] });
    await rememberHeadings(trx, importable, heads, columns);
  });

/**
 * Stores the answer to a question about a column, in the place of an earlier one.
 * @throws DomainError not_found; conflict for a finished import
 */
export const answerColumn = (
  user: SessionUser,
  importable: Importable,
  id: number,
  field: string,
  answer: Answer,
) =>
  transact(user, async (trx) => {
    const { columns, answers, sheet } = await readOpen(trx, user, importable, id);
    if (!columns.includes(field)) return;
    await trx("import_rows")
      .where({ import_id: id })
      .update({
        columns: storedColumns({ fields: columns, answers: { ...answers, [field]: answer }, sheet }),
      });
  });

/** Locks an import that is not finished, and reads its file. */
async function readOpen(trx: Transaction, user: SessionUser, importable: Importable, id: number) {
  await trx("imports").where({ id }).forNoKeyUpdate();
  const { done_at } = await findImport(trx, user, importable, id);
  if (done_at) throw new DomainError("conflict", "استورد هذا الملف من قبل");
  return readArranged(trx, id);
}

/** The number of rows that were left over after an import and are still stored. */
export async function countLeft(db: Db, id: number): Promise<number> {
  const row = await db("import_rows")
    .where({ import_id: id })
    .first(db.raw("jsonb_array_length(rows) AS count"));
  return row?.count ?? 0;
}
