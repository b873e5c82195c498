import Big from "big.js";
import type { Db } from "~/db/knex.server";
import { DomainError, type FieldErrors } from "~/domain/domain-error";
import { fieldErrors } from "~/domain/input.server";
import { isNoNumber } from "~/domain/no-number.server";
import { type Answers, isSheetError } from "~/features/importables/import";
import type { Importable, JudgementScope, Read, Verdict } from "~/features/importables/importable.server";
import { withBreaks } from "~/http/breaks.server";
import type { SheetNotes } from "./sheet-notes";

/** A row of a file: its line, and its cells in the order of the file's columns. */
export type Row = [line: number, ...cells: string[]];

/** How the rows of a file are read: the fields of their cells, null for one that is not read, and what is known of the columns. */
type ReadFile = { columns: (string | null)[]; answers: Answers; sheet: SheetNotes };

/** A long number in the form in which spreadsheets shorten it: `3.17413E+15`. */
const shortened = /^[+-]?\d(\.\d+)?E\+\d+$/i;
/** A number that its sheet shows so, and that its file has whole (`reading/workbook.server.ts`). */
const scientific = /^-?\d(\.\d{1,14})?e([+-]\d+)$/;
const mostDigits = 15;

/**
 * The verdict on each row, by the rules of the entity's form; nothing is written. Other requests are served
 * meanwhile.
 */
export async function judge(
  db: Db,
  importable: Importable,
  file: ReadFile,
  rows: Row[],
  scope: JudgementScope,
) {
  const { columns } = file;
  const verdicts: Verdict[] = [];
  const reads = await readsOf(importable, file, rows);
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
async function readsOf(importable: Importable, { columns, answers, sheet }: ReadFile, rows: Row[]) {
  const reads = new Map<string, Read>();
  for await (const { field, readColumn } of withBreaks(importable.columns)) {
    const place = columns.indexOf(field) + 1;
    const texts = place ? rows.flatMap((row) => (row[place] as string) || []) : [];
    const isFraction = place > 0 && sheet.fractions.includes(place - 1);
    reads.set(field, readColumn(texts, answers[field] ?? (isFraction ? "decimal" : undefined)));
  }
  return reads;
}

/** The faults of the single cells. A blank cell counts as not sent. */
function judgeCells(
  { columns, schema, check }: Importable,
  reads: Map<string, Read>,
  texts: Record<string, string>,
): Omit<Verdict, "line"> {
  const cells = { ...texts };
  const values: Record<string, string> = {};
  const faults: FieldErrors = {};
  const told = {
    numberless: [] as string[],
    marks: {} as FieldErrors,
    asks: {} as NonNullable<Verdict["asks"]>,
  };
  for (const { field, kind, hint, isCode } of columns) {
    const text = isCode ? texts[field] : inFull(texts[field]);
    if (!text) continue;
    if (isCode === "paper" && isNoNumber(text) && !isSheetError(text)) {
      told.numberless.push(field);
      continue;
    }
    const read = reads.get(field)?.(text);
    const result = typeof read === "object" && "value" in read ? read.value : read;
    const value = typeof result === "object" ? text : result;
    if (isSheetError(text)) faults[field] = "في الخلية خطأ من برنامج الجداول، أو معادلة لم تحفظ نتيجتها";
    else if (text.includes("\uFFFD")) faults[field] = "في الخلية حرف تالف لا يقرأ: اكتبها من جديد";
    else if (shortened.test(text))
      faults[field] = "رقم اختصره برنامج الجداول فضاعت أرقامه الأخيرة: اجعل العمود نصًّا واكتبه من جديد";
    else if (typeof result === "object") {
      const { fault, asks } = result;
      faults[field] = asks ? `${fault}. أجب عن العمود فوق الأسطر` : fault;
      if (asks) told.asks[field] = { question: asks, fault };
    } else if (value === undefined) faults[field] = `قيمة غير معروفة، يكتب فيها: ${hint}`;
    if (typeof read === "object" && "value" in read && read.mark) told.marks[field] = read.mark;
    values[field] = value ?? text;
    if (kind === "date" && schema.shape[field]?.safeParse(value).success) cells[field] = values[field];
  }
  const { data, error } = schema.safeParse(values);
  Object.assign(faults, { ...(error && fieldErrors(error)), ...faults });
  if (!data || Object.keys(faults).length) return { cells, outcome: "wrong", faults, ...told };
  try {
    check?.(data);
  } catch (thrown) {
    if (!(thrown instanceof DomainError && thrown.fields)) throw thrown;
    return { cells, outcome: "wrong", faults: thrown.fields, ...told };
  }
  return { cells, outcome: "new", faults, input: data, ...told };
}

/** A number that its sheet shows shortened, with all of its digits; another text as it is. */
function inFull(text: string | undefined) {
  const [, , exponent] = scientific.exec(text ?? "") ?? [];
  return text && exponent && Number(exponent) < mostDigits ? Big(text).toFixed() : text;
}
