import type { Db, Transaction } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import { DomainError } from "~/domain/domain-error";
import { fold } from "~/domain/fold";
import { longestWord, ofWord } from "~/features/importables/choices";
import { reasonHead } from "~/features/importables/import";
import type { Importable } from "~/features/importables/importable.server";
import { fieldByParts } from "./heading-words";
import type { Row } from "./judgement.server";
import type { Line, Merge } from "./reading/lines.server";
import type { Sheet } from "./reading/sheet.server";
import { lineCount, notesOf, type SheetNotes } from "./sheet-notes";

/** A file's rows, its headings, the field of each column or null, and what is to be said of the sheet. */
export type Arranged = { heads: string[]; columns: (string | null)[]; rows: Row[]; sheet: SheetNotes };

/** The fields that users have assigned to headings, by the folded heading. Null means that the column is not read. */
type Assigned = Map<string, string | null>;

/** The number of lines that are searched for the headings. */
const linesToSearch = 20;

/** The refusal of a whole file. */
export const fileRefusal = (sentence: string) => new DomainError("invalid", sentence);

/** The required columns that are not among these. */
export const lackingOf = ({ columns }: Importable, fields: (string | null)[]) =>
  columns.filter(({ field, isRequired }) => isRequired && !fields.includes(field));

/** @returns a sentence that names them */
export const lackingSentence = (missing: { label: string }[]) =>
  `ينقص الملف ${missing.length > 1 ? "الأعمدة" : "العمود"} ${missing.map(({ label }) => `«${label}»`).join("، ")}`;

/**
 * Separates a file's headings from its rows. The headings may follow a title or a logo. A required column may be missing if an
 * unassigned column could be it.
 * @throws DomainError invalid
 */
export function arrange(importable: Importable, assigned: Assigned, sheet: Sheet): Arranged {
  const { lines } = sheet;
  if (!lines.length) throw fileRefusal("الملف المختار فارغ");
  const { heads, columns, next } = findHeads(importable, assigned, lines);
  refuseTwice(importable, heads);
  const missing = lackingOf(importable, columns);
  const spare = heads.filter((head, index) => head && head !== reasonHead && columns[index] === null).length;
  if (missing.length > spare || !heads.some(Boolean))
    throw fileRefusal(
      `${lackingSentence(missing)}. تكتب العناوين فوق البيانات في أول ${linesToSearch} سطرًا كما في القالب`,
    );
  const text = heads.join("\n");
  const rows = lines
    .slice(next)
    .filter(({ cells }) => cells.join("\n") !== text) // headings are repeated on each page of a file made for print
    .map(({ number, cells }): Row => [number, ...cells]);
  if (!rows.some(hasCells(columns)) && !(missing.length && rows.length))
    throw fileRefusal("ليس في الملف سطر تحت سطر العناوين");
  refuseSharedSums(importable, columns, sheet.merges, rows);
  const width = Math.max(heads.length, ...rows.map(([, ...cells]) => cells.length));
  for (let place = heads.length; place < width; place++) {
    heads.push("");
    columns.push(null);
  }
  return {
    heads,
    columns,
    rows,
    sheet: notesOf(
      sheet,
      rows.map(([line]) => line),
    ),
  };
}

/** How well the first lines of a sheet fit a kind: not at all, with some known headings, or with all required ones above a row. */
export const gradeFor = (importable: Importable, assigned: Assigned) => (lines: Line[]) => {
  if (!lines.length) return 0;
  const { columns, next } = findHeads(importable, assigned, lines);
  if (!columns.some(Boolean)) return 0;
  return next < lines.length && !lackingOf(importable, columns).length ? 2 : 1;
};

/** The lines of a sum that is merged over several rows, for which it cannot hold each, say so instead: their schema refuses them. */
function refuseSharedSums(
  { columns: all }: Importable,
  columns: (string | null)[],
  merges: Merge[],
  rows: Row[],
) {
  const sums = new Set(all.filter(({ isSum }) => isSum).map(({ field }) => field));
  for (const { top, bottom, column } of merges) {
    if (!sums.has(columns[column] ?? "")) continue;
    const merged = rows.filter(([line]) => line >= top && line <= bottom);
    if (merged.length < 2) continue;
    for (const row of merged)
      row[column + 1] =
        `${row[column + 1]} (خلية واحدة فوق ${countPhrase(merged.length, lineCount, "genitive")})`;
  }
}

/** Whether a row has a value in one of these columns. */
export const hasCells =
  (columns: (string | null)[]) =>
  ([, ...cells]: Row) =>
    cells.some((cell, index) => cell && columns[index]);

type Found = { heads: string[]; columns: (string | null)[]; next: number };

/**
 * Finds the line with the most known headings among the first twenty. It may be two lines together, if cells are merged above
 * others. If none is known, it is the first line that has only words.
 */
function findHeads(importable: Importable, assigned: Assigned, lines: Line[]): Found {
  const fieldsOf = fieldReader(importable, assigned);
  const candidate = (heads: string[], next: number): Found => ({ heads, columns: fieldsOf(heads), next });
  const first = lines.slice(0, linesToSearch).map(({ cells }) => cells);
  const single = first.map((cells, index) => candidate(cells, index + 1));
  const headPairs = first.slice(1).map((cells, index) => {
    const above = first[index] ?? [];
    const width = Math.max(cells.length, above.length);
    return candidate(
      Array.from({ length: width }, (_, place) => cells[place] || above[place] || ""),
      index + 2,
    );
  });
  const combinations = headPairs.flatMap(({ heads, next }) => {
    let above = "";
    const whole = heads.map((head, place) => {
      above = first[next - 2]?.[place] || above;
      return headOf(above, head);
    });
    return candidate(
      heads.map((head, place) =>
        fieldsOf([whole[place] ?? ""])[0] && !fieldsOf([head])[0] ? (whole[place] ?? "") : head,
      ),
      next,
    );
  });
  const matchCount = ({ columns }: Found) => columns.filter(Boolean).length;
  const best = [...single, ...headPairs, ...combinations].reduce((best, one) =>
    matchCount(one) > matchCount(best) ? one : best,
  );
  if (matchCount(best)) return best;
  const words = ({ heads }: Found) =>
    heads.filter(Boolean).length > 1 && !heads.some((head) => /\d|[٠-٩۰-۹]/.test(head));
  return single.find(words) ?? { heads: [], columns: [], next: 0 };
}

/** Joins a heading with the merged one above: «رقمه» below «بيانات الجواز» is «رقم الجواز», «انتهاؤه» is «انتهاء الجواز». */
const headOf = (above: string, head: string) =>
  `${head.replace(/[ؤئ]ها?$/, "ء").replace(/ها?$/, "")} ${above.replace(/^(بيانات|معلومات|تفاصيل) /, "")}`;

/**
 * Reads headings as fields, each field once: first by the field's name or label, then as users have assigned them, then by other
 * names, then by the parts of a heading. A heading that a user has assigned is read only in that way.
 */
function fieldReader({ columns }: Importable, assigned: Assigned) {
  const fields = new Set(columns.map(({ field }) => field));
  const other = wordsFor(columns, ({ others }) => others);
  const own = wordsFor(columns, namesIn);
  return (heads: string[]) => {
    const names = heads.map((head) => (head.length > longestWord ? "" : fold(head)));
    const assignment: (string | null)[] = heads.map(() => null);
    for (const words of [own, assigned, other])
      for (const [index, name] of names.entries()) {
        const field = words.get(name);
        const isOpen = words === assigned || !assigned.has(name);
        if (field && fields.has(field) && isOpen && !assignment[index] && !assignment.includes(field))
          assignment[index] = field;
      }
    const fieldOf = (name: string) =>
      [own, assigned, other].flatMap((words) => words.get(name) ?? []).find((field) => fields.has(field));
    for (const [index, name] of names.entries()) {
      if (!name || assignment[index] || assigned.has(name)) continue;
      const field = fieldByParts(heads[index] ?? "", fieldOf);
      if (field && !assignment.includes(field)) assignment[index] = field;
    }
    return assignment;
  };
}

type Column = Importable["columns"][number];

const namesIn = ({ label, field }: Column) => [label, field];

const wordsFor = (columns: Column[], names: (column: Column) => string[]) =>
  new Map(columns.flatMap((column) => names(column).map((name) => [fold(name), column.field])));

/** @throws DomainError invalid if two columns have the same field's own name */
function refuseTwice({ columns }: Importable, heads: string[]) {
  const own = wordsFor(columns, namesIn);
  const fields = heads.map((head) => ofWord(own, head));
  const twice = columns.find(({ field }) => fields.indexOf(field) !== fields.lastIndexOf(field));
  if (twice) throw fileRefusal(`العمود «${twice.label}» مكرر في الملف`);
}

export async function readAssigned(db: Db, { entity }: Importable): Promise<Assigned> {
  const rows = await db("import_headings").where({ kind: entity.table }).select("heading", "field");
  return new Map(rows.map(({ heading, field }) => [heading, field]));
}

/** Remembers for later files the fields of headings that are not known otherwise. A heading that occurs twice is left out. */
export async function rememberHeadings(
  trx: Transaction,
  importable: Importable,
  heads: string[],
  columns: (string | null)[],
) {
  const kind = importable.entity.table;
  const before = await readAssigned(trx, importable);
  const unaided = fieldReader(importable, new Map())(heads);
  const headings = heads.map((head) => (head.length > longestWord || head === reasonHead ? "" : fold(head)));
  for (const [index, heading] of headings.entries()) {
    const field = columns[index] ?? null;
    if (!heading || headings.indexOf(heading) !== headings.lastIndexOf(heading)) continue;
    const is = before.has(heading) ? before.get(heading) : unaided[index];
    if (is !== field)
      await trx("import_headings")
        .insert({ kind, heading, field })
        .onConflict(["kind", "heading"])
        .merge(["field"]);
  }
}
