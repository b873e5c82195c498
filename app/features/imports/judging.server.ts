import type { Db } from "~/db/knex.server";
import { DomainError, type FieldErrors } from "~/domain/domain-error";
import { fieldErrors } from "~/domain/input.server";
import { internationalForm } from "~/domain/telephone.server";
import { isAlike, isSameTelephone } from "~/features/telephones/telephones.server";
import type { Outcome } from "./import";
import type { Importable } from "./importables.server";

/** A row of a file: its line, and its cells in the order of the file's columns. */
export type Row = [line: number, ...cells: string[]];

type Verdict = {
  line: number;
  cells: Record<string, string>;
  outcome: Outcome;
  /** What is wrong in which cell. */
  faults: FieldErrors;
  /** What would be made. */
  input?: object;
  /** Which row of the table it is, where it is there already, or may be. */
  id?: number;
  /** Somebody said that it is not the one that it may be. */
  isOther?: boolean;
  /** The line of the file that it repeats. */
  repeats?: number;
};

const batch = 250;
/** A long number as spreadsheets shorten it: `3.17413E+15`. */
const shortened = /^[+-]?\d(\.\d+)?E\+\d+$/i;
const excelError = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/;

/**
 * What would become of each row now, as its screen's form would judge it; nothing is written. Others get their turn between
 * two batches.
 * @param columns the fields in the order of the rows' cells
 * @param others the lines of whom somebody said that they are not the one of the same number
 */
export async function judge(
  db: Db,
  importable: Importable,
  columns: string[],
  rows: Row[],
  others: number[],
) {
  const verdicts: Verdict[] = [];
  for (let start = 0; start < rows.length; start += batch) {
    for (const [line, ...texts] of rows.slice(start, start + batch)) {
      const cells = Object.fromEntries(columns.map((field, index) => [field, texts[index] ?? ""]));
      verdicts.push({ line, cells, ...judgeCells(importable, cells) });
    }
    await new Promise(setImmediate);
  }
  await findKnown(db, importable, verdicts, new Set(others));
  return verdicts;
}

/** What is wrong in the cells by themselves: a blank one counts as not sent. */
function judgeCells(
  { columns, schema, check }: Importable,
  cells: Record<string, string>,
): Pick<Verdict, "outcome" | "faults" | "input"> {
  const typed: Record<string, string> = {};
  const faults: FieldErrors = {};
  for (const { field, read, hint } of columns) {
    const text = cells[field];
    if (!text) continue;
    const value = read(text);
    if (excelError.test(text)) faults[field] = "في الخلية خطأ من برنامج الجداول، أو معادلة لم تحفظ نتيجتها";
    else if (shortened.test(text))
      faults[field] = "رقم اختصره برنامج الجداول فضاعت أرقامه الأخيرة: اجعل العمود نصًّا واكتبه من جديد";
    else if (value === undefined) faults[field] = `قيمة غير معروفة، يكتب فيها: ${hint}`;
    typed[field] = value ?? text;
  }
  const { data, error } = schema.safeParse(typed);
  Object.assign(faults, { ...(error && fieldErrors(error)), ...faults });
  if (!data || Object.keys(faults).length) return { outcome: "wrong", faults };
  try {
    check(data);
  } catch (thrown) {
    if (!(thrown instanceof DomainError && thrown.fields)) throw thrown;
    return { outcome: "wrong", faults: thrown.fields };
  }
  return { outcome: "new", faults, input: data };
}

type Known = { who: string; namesake: number | null; alike: number | null; [identity: string]: unknown };

/** Tells of the rows that could be made those that are there already, and those that repeat one before them. */
async function findKnown(
  db: Db,
  { entity, identities, asksWhoIs }: Importable,
  verdicts: Verdict[],
  others: Set<number>,
) {
  const judged = verdicts.filter(({ outcome }) => outcome === "new");
  const seen = new Map<string, number>();
  const known = await readKnown(db, entity.table, identities, judged);
  for (const [index, verdict] of judged.entries()) {
    const { who, namesake, alike: similar, ...found } = known[index] as Known;
    const alike = asksWhoIs && similar;
    const given = identities.filter((identity) => readOf(verdict, identity));
    const [first, ...rest] = given.filter((identity) => found[identity]);
    const other = rest.find((identity) => first && found[identity] !== found[first]);
    const id = given.length ? first && found[first] : namesake;
    const keys = [`who ${who}`, ...given.map((identity) => `${identity} ${readOf(verdict, identity)}`)];
    const repeats = keys.slice(given.length ? 1 : 0).flatMap((key) => seen.get(key) ?? [])[0];
    if (first && other) {
      const faults = { [other]: `${entity.labels[other]} مسجل لغير صاحب ${entity.labels[first]}` };
      Object.assign(verdict, { outcome: "wrong", faults });
      continue;
    }
    if (id) Object.assign(verdict, { outcome: "existing", id });
    else if (repeats) Object.assign(verdict, { outcome: "double", repeats });
    else if (alike && others.has(verdict.line)) Object.assign(verdict, { isOther: true, id: alike });
    else if (alike) Object.assign(verdict, { outcome: "alike", id: alike });
    for (const key of keys) if (!seen.has(key)) seen.set(key, verdict.line);
  }
}

const readOf = ({ input }: Verdict, field: string) => (input as Record<string, unknown>)[field];

/** Of each row: who it is by name and phone as they are compared, and whom of the table its numbers, or these, are. */
async function readKnown(db: Db, table: string, identities: string[], judged: Verdict[]): Promise<Known[]> {
  const fields = ["name", "phone", ...identities];
  const { country } = await db("company_info").first("country");
  const given = judged.map((verdict) => [
    ...fields.map((field) => readOf(verdict, field) ?? null),
    internationalForm(String(readOf(verdict, "phone")), country),
  ]);
  const cell = (place: number) => `(given.cells ->> ${place})`;
  const [name, phone, e164] = [cell(0), cell(1), cell(fields.length)];
  const isSame = isSameTelephone("found", phone, e164);
  const papers = identities.map(
    (identity, index) => `AND coalesce(found.${identity} = ${cell(index + 2)}, true)`,
  );
  const same = identities.map(
    (identity, index) =>
      `(SELECT id FROM ${table} AS found WHERE found.${identity} = given.cells ->> ${index + 2}) AS ${identity}`,
  );
  // As the index has it: migrations/036_imports.ts
  const digits = (phone: string) => `regexp_replace(${phone}, '[^0-9]', '', 'g')`;
  const { rows } = await db.raw<{ rows: Known[] }>(
    `SELECT ${[
      `fold(${name}) || E'\\n' || coalesce(nullif(${e164}, ''), ${digits(phone)}) AS who`,
      `(SELECT min(id) FROM ${table} AS found WHERE fold(found.name) = fold(${name}) AND ${isSame}) AS namesake`,
      `(SELECT min(id) FROM ${table} AS found
        WHERE found.phone_e164 = nullif(${e164}, '') AND ${isAlike("found.name", name)} ${papers.join(" ")}) AS alike`,
      ...same,
    ].join(", ")}
     FROM jsonb_array_elements(?::jsonb) WITH ORDINALITY AS given (cells, number) ORDER BY number`,
    [JSON.stringify(given)],
  );
  return rows;
}
