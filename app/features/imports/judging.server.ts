import type { Db } from "~/db/knex.server";
import { DomainError, type FieldErrors } from "~/domain/domain-error";
import { folded } from "~/domain/fold";
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
 * @param columns the fields in the order of the rows' cells; null for a column that is not read
 * @param others the lines of whom somebody said that they are not the one of the same number
 */
export async function judge(
  db: Db,
  importable: Importable,
  columns: (string | null)[],
  rows: Row[],
  others: number[],
) {
  const verdicts: Verdict[] = [];
  for (let start = 0; start < rows.length; start += batch) {
    for (const [line, ...texts] of rows.slice(start, start + batch)) {
      const cells = Object.fromEntries(
        columns.flatMap((field, index) => (field ? [[field, texts[index] ?? ""]] : [])),
      );
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

type Holder = { id: number; name: string };
type Known = {
  who: string;
  /** Its numbers as they are compared. */
  numbers: Record<string, string | null>;
  namesake: number | null;
  alike: Holder | null;
  holders: Record<string, Holder | null>;
};

/** Tells of the rows that could be made those that are there already, and those that repeat one before them. */
async function findKnown(
  db: Db,
  { entity, identities, asksWhoIs }: Importable,
  verdicts: Verdict[],
  others: Set<number>,
) {
  const judged = verdicts.filter(({ outcome }) => outcome === "new");
  const seen = new Map<string, Verdict>();
  const known = await readKnown(db, entity.table, identities, judged);
  for (const [index, verdict] of judged.entries()) {
    const { who, numbers, namesake, alike: similar, holders } = known[index] as Known;
    const alike = asksWhoIs && similar;
    const given = identities.filter((identity) => readOf(verdict, identity));
    const keys = (given.length ? given : ["who"]).map((key) => `${key} ${numbers[key] ?? who}`);
    Object.assign(verdict, ofHolders(entity, verdict, given, holders) ?? {});
    if (verdict.outcome === "new" && !given.length && namesake)
      Object.assign(verdict, { outcome: "existing", id: namesake });
    const twice = keys.findIndex((key) => seen.has(key));
    const before = seen.get(keys[twice] ?? "");
    if (verdict.outcome === "new" && before)
      Object.assign(verdict, ofRepeated(entity, verdict, before, given[twice]));
    if (verdict.outcome === "new" && alike)
      Object.assign(verdict, ofAlike(entity, alike, others.has(verdict.line)));
    if (verdict.outcome === "wrong" || verdict.outcome === "another") continue;
    for (const key of [`who ${who}`, ...keys]) if (!seen.has(key)) seen.set(key, verdict);
  }
}

type Told = Pick<Verdict, "outcome"> & Partial<Verdict>;

/** What the records say that have a row's numbers; undefined where none has. */
function ofHolders(
  { labels }: Importable["entity"],
  verdict: Verdict,
  given: string[],
  holders: Known["holders"],
): Told | undefined {
  const [first, ...rest] = given.filter((identity) => holders[identity]);
  const holder = first && holders[first];
  if (!holder) return undefined;
  const other = rest.find((identity) => holders[identity]?.id !== holder.id);
  if (other)
    return { outcome: "wrong", faults: { [other]: `${labels[other]} مسجل لغير صاحب ${labels[first]}` } };
  if (isOneName(holder.name, String(readOf(verdict, "name")))) return { outcome: "existing", id: holder.id };
  const faults = { [first]: `${labels[first]} مسجل باسم «${holder.name}»` };
  return { outcome: "another", id: holder.id, faults };
}

/** What a row of the file says of a later one that has its number, or its name and phone. */
function ofRepeated(
  { labels }: Importable["entity"],
  verdict: Verdict,
  before: Verdict,
  identity?: string,
): Told {
  const repeats = before.line;
  if (!identity || isOneName(String(readOf(before, "name")), String(readOf(verdict, "name"))))
    return { outcome: "double", repeats };
  return { outcome: "another", repeats, faults: { [identity]: `${labels[identity]} في الملف لاسم آخر` } };
}

/** What a record says of a row that has its telephone and a similar name, and that may be somebody else. */
function ofAlike({ labels }: Importable["entity"], { id, name }: Holder, isOther: boolean): Told {
  if (isOther) return { outcome: "new", isOther, id };
  const faults = { phone: `${labels.phone} مسجل باسم «${name}»، وقد يكون الشخص نفسه` };
  return { outcome: "alike", id, faults };
}

/** Whether two names may be one person's: the shorter leaves out some words of the longer, blanks aside. */
function isOneName(one: string, other: string) {
  const [short = [], long = []] = [one, other]
    .map((name) => folded(name).split(" "))
    .sort((a, b) => a.length - b.length);
  return short.join("") === long.join("") || short.every((word) => long.includes(word));
}

/** A number as it is compared, as its unique index has it; SQL. */
const compared = (identity: string, number: string) =>
  identity === "passport_number" ? `paper_number_key(${number})` : number;

const readOf = ({ input }: Verdict, field: string) => (input as Record<string, unknown>)[field];

/** Of each row: who it is by name and phone as they are compared, and which records have these, or one of its numbers. */
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
    (identity, index) =>
      `AND coalesce(${compared(identity, `found.${identity}`)} = ${compared(identity, cell(index + 2))}, true)`,
  );
  const holder = "SELECT jsonb_build_object('id', id, 'name', name)";
  const holders = identities.map(
    (identity, index) =>
      `'${identity}', (${holder} FROM ${table} AS found
        WHERE ${compared(identity, `found.${identity}`)} = ${compared(identity, cell(index + 2))} ORDER BY id LIMIT 1)`,
  );
  const numbers = identities.map(
    (identity, index) => `'${identity}', ${compared(identity, cell(index + 2))}`,
  );
  // As the index has it: migrations/036_imports.ts
  const digits = (phone: string) => `regexp_replace(${phone}, '[^0-9]', '', 'g')`;
  const { rows } = await db.raw<{ rows: Known[] }>(
    `SELECT ${[
      `fold(${name}) || E'\\n' || coalesce(nullif(${e164}, ''), ${digits(phone)}) AS who`,
      `(SELECT min(id) FROM ${table} AS found WHERE fold(found.name) = fold(${name}) AND ${isSame}) AS namesake`,
      `(${holder} FROM ${table} AS found
        WHERE found.phone_e164 = nullif(${e164}, '') AND ${isAlike("found.name", name)} ${papers.join(" ")} ORDER BY id LIMIT 1) AS alike`,
      `jsonb_build_object(${numbers.join(", ")}) AS numbers`,
      `jsonb_build_object(${holders.join(", ")}) AS holders`,
    ].join(", ")}
     FROM jsonb_array_elements(?::jsonb) WITH ORDINALITY AS given (cells, number) ORDER BY number`,
    [JSON.stringify(given)],
  );
  return rows;
}
