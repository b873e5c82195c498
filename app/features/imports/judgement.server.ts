import type { Db } from "~/db/knex.server";
import { DomainError, type FieldErrors } from "~/domain/domain-error";
import { fieldErrors } from "~/domain/input.server";
import type { Importable, JudgementScope, Read, Verdict } from "~/features/importables/importable.server";
import { withBreaks } from "~/http/breaks.server";

/** A row of a file: its line, and its cells in the order of the file's columns. */
export type Row = [line: number, ...cells: string[]];

/** A long number in the form in which spreadsheets shorten it: `3.17413E+15`. */
const shortened = /^[+-]?\d(\.\d+)?E\+\d+$/i;
const excelError = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/;

/**
 * The verdict on each row, by the rules of the entity's form; nothing is written. Other requests are served
 * meanwhile.
 * @param columns the fields in the order of the rows' cells; null for a column that is not read
 */
export async function judge(
  db: Db,
  importable: Importable,
  columns: (string | null)[],
  rows: Row[],
  scope: JudgementScope,
) {
  const verdicts: Verdict[] = [];
  const reads = await readsOf(importable, columns, rows);
  for await (const [line, ...texts] of withBreaks(rows)) {
    const cells = Object.fromEntries(
      columns.flatMap((field, index) => (field ? [[field, texts[index] ?? ""]] : [])),
    );
    verdicts.push({ line, ...judgeCells(importable, reads, cells) });
  }
  await importable.settle(db, verdicts, scope);
  return verdicts;
}

/** The reader of each field's cells. Some readers look at the whole column first. */
async function readsOf(importable: Importable, columns: (string | null)[], rows: Row[]) {
  const reads = new Map<string, Read>();
  for await (const { field, readColumn } of withBreaks(importable.columns)) {
    const place = columns.indexOf(field) + 1;
    reads.set(field, readColumn(place ? rows.flatMap((row) => (row[place] as string) || []) : []));
  }
  return reads;
}

/** The faults of the single cells. A blank cell counts as not sent. */
function judgeCells(
  { columns, schema, check }: Importable,
  reads: Map<string, Read>,
  texts: Record<string, string>,
): Pick<Verdict, "cells" | "outcome" | "faults" | "input"> {
  const cells = { ...texts };
  const values: Record<string, string> = {};
  const faults: FieldErrors = {};
  for (const { field, kind, hint } of columns) {
    const text = texts[field];
    if (!text) continue;
    const result = reads.get(field)?.(text);
    const value = typeof result === "object" ? text : result;
    if (excelError.test(text)) faults[field] = "في الخلية خطأ من برنامج الجداول، أو معادلة لم تحفظ نتيجتها";
    else if (shortened.test(text))
      faults[field] = "رقم اختصره برنامج الجداول فضاعت أرقامه الأخيرة: اجعل العمود نصًّا واكتبه من جديد";
    else if (typeof result === "object") faults[field] = result.fault;
    else if (value === undefined) faults[field] = `قيمة غير معروفة، يكتب فيها: ${hint}`;
    values[field] = value ?? text;
    if (kind === "date" && schema.shape[field]?.safeParse(value).success) cells[field] = values[field];
  }
  const { data, error } = schema.safeParse(values);
  Object.assign(faults, { ...(error && fieldErrors(error)), ...faults });
  if (!data || Object.keys(faults).length) return { cells, outcome: "wrong", faults };
  try {
    check?.(data);
  } catch (thrown) {
    if (!(thrown instanceof DomainError && thrown.fields)) throw thrown;
    return { cells, outcome: "wrong", faults: thrown.fields };
  }
  return { cells, outcome: "new", faults, input: data };
}
