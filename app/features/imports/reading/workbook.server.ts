import { posix } from "node:path";
import { DomainError } from "~/domain/domain-error";
import { tidyLine } from "~/domain/tidy";
import { isSheetError } from "~/features/importables/import";
import { builtIn, epochs, type Format, formatOf, numberText } from "./formats.server";
import {
  brokenFile,
  join,
  Lines,
  type Merge,
  requireCell,
  type SheetContent,
  withoutFormula,
} from "./lines.server";
import { readXml } from "./xml.server";
import { type Archive, archiveOf, nameOfPart } from "./zip.server";

/** `dimensions` and declared sizes are never believed. */
const most = { strings: 1_000_000, styles: 100_000, sheets: 255, name: 100, merges: 20_000 };
/** A sheet's size at most, unpacked, in bytes: 100,000 lines whose cells have formats and no texts take half of it. */
const largestSheet = 64 * 1024 * 1024;
/** The lines of another sheet that are read to see whether it has the headings. */
const linesToPeek = 40;

type SheetPart = { name: string; path: string };
type Workbook = {
  archive: Archive;
  sheets: SheetPart[];
  strings: string[];
  formats: Format[];
  epoch: number;
};

/**
 * Reads a visible sheet of an XLSX file. A formula gives its stored result; dates are `YYYY-MM-DD`.
 * @param place the sheet's place among the visible ones; without it, the first with any cells
 * @throws DomainError unsupported, too_large, invalid
 */
export async function readWorkbook(bytes: Buffer, place?: number): Promise<SheetContent> {
  const book = await openWorkbook(archiveOf(bytes));
  const { sheets } = book;
  for (const [at, sheet] of sheets.entries()) {
    if (place !== undefined && at !== place) continue;
    const content = await readCells(book, sheet);
    if (!content.lines.length && place === undefined && at < sheets.length - 1) continue;
    const others = place === undefined ? await peekInto(book, at) : [];
    return { ...content, name: sheet.name, others };
  }
  throw brokenFile();
}

/** The first lines of the sheets with cells after one. A sheet that cannot be read counts as empty: nobody asked for it. */
async function peekInto(book: Workbook, after: number) {
  const others: SheetContent["others"] = [];
  for (const [place, sheet] of book.sheets.entries()) {
    if (place <= after) continue;
    const { lines } = await readCells(book, sheet, linesToPeek).catch((error) => {
      if (error instanceof DomainError) return { lines: [] };
      throw error;
    });
    if (lines.length) others.push({ place, name: sheet.name, lines });
  }
  return others;
}

/** The lines of a sheet. @param enough the number of lines after which the rest is left */
async function readCells(book: Workbook, { path }: SheetPart, enough = Number.POSITIVE_INFINITY) {
  const lines = new Lines();
  const [hidden, fractions, merges]: [number[], Set<number>, Merge[]] = [[], new Set(), []];
  let [number, column, isHidden] = [0, 0, false];
  let cells: string[] = [];
  let cell = { kind: "", style: 0, value: "", isFormula: false };
  await readXml(book.archive, path, {
    largest: largestSheet,
    isEnough: () => lines.all.length >= enough,
    open(tag, { r, t = "n", s, hidden = "0", ref = "" }) {
      if (tag === "row") {
        number = Number(r ?? number + 1);
        [cells, column] = [[], 0];
        isHidden = isTrue(hidden);
      } else if (tag === "c") {
        column = r ? columnOf(r) : column + 1;
        cell = { kind: t, style: Number(s ?? 0), value: "", isFormula: false };
      } else if (tag === "f") cell.isFormula = true;
      else if (tag === "mergeCell" && merges.length < most.merges) merges.push(...mergesIn(ref));
    },
    close(tag, text) {
      if (tag === "v" || tag === "t") cell.value = join(cell.value, text);
      else if (tag === "row") {
        const before = lines.all.length;
        lines.add(number, cells);
        if (isHidden && lines.all.length > before) hidden.push(number);
      } else if (tag === "c") {
        const textOfCell = cellText(cell, book);
        if (!textOfCell.trim()) return;
        requireCell(column - 1);
        cells[column - 1] = textOfCell;
        if (cell.kind === "n" && textOfCell.includes(".")) fractions.add(column - 1);
      }
    },
  });
  for (const merge of merges) lines.fillDown(merge);
  return { lines: lines.all, hidden, merges, fractions: [...fractions] };
}

const isTrue = (flag: string) => ["1", "true"].includes(flag);

/** The merged cell of a reference such as `C2:C5`, if it is over several lines. One over several columns has its text in the first. */
function mergesIn(reference: string): Merge[] {
  const [from = "", to = ""] = reference.split(":");
  const [top, bottom] = [from, to].map((place) => Number(/\d{1,7}$/.exec(place)?.[0]));
  return top && bottom && bottom > top ? [{ top, bottom, column: columnOf(from) - 1 }] : [];
}

/** The number of a column: 3 for `C12`. */
function columnOf(reference: string) {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1];
  if (!letters) throw brokenFile();
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** A cell's text as the spreadsheet shows it. A formula without a stored result becomes Excel's error text. */
function cellText(
  { kind, style, value, isFormula }: { kind: string; style: number; value: string; isFormula: boolean },
  { strings, formats, epoch }: Workbook,
) {
  if (value === "") return isFormula ? "#VALUE!" : "";
  switch (kind) {
    case "s":
      return withoutFormula(strings[Number(value)] ?? "");
    case "b":
      return value === "1" ? "true" : "false";
    case "d":
      return value.replace(/T00:00(:00(\.0+)?)?$/, "");
    case "n":
      return numberText(value, formats[style], epoch);
    case "e":
      return isSheetError(value) ? value : "#VALUE!";
    default:
      return withoutFormula(unescaped(value));
  }
}

/** Decodes `_x000D_`, which stands for a character that XML cannot have. */
const unescaped = (text: string) =>
  text.replace(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

const relationsOf = (part: string) =>
  posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`);

/** The parts to which a part refers, by the name of the reference. An archive's own references are those of the part «». */
async function readRelations(archive: Archive, part: string) {
  const parts = new Map<string, { type: string; path: string }>();
  await readXml(archive, relationsOf(part), {
    open(tag, { Id = "", Type = "", Target = "" }) {
      const path = Target.startsWith("/") ? Target.slice(1) : posix.join(posix.dirname(part), Target);
      if (tag === "Relationship") parts.set(Id, { type: Type.split("/").at(-1) ?? "", path });
    },
  });
  return parts;
}

/** The name of the workbook's main part, which each program chooses. @throws DomainError unsupported for another archive */
async function mainPart(archive: Archive) {
  const usual = nameOfPart(archive, "xl/workbook.xml");
  if (usual) return usual;
  const relations = nameOfPart(archive, relationsOf("")) ? await readRelations(archive, "") : new Map();
  const main = [...relations.values()].find(
    ({ type, path }) => type === "officeDocument" && /\bworkbook\w*\.xml$/i.test(path),
  );
  if (main) return main.path as string;
  const isOpenDocument = nameOfPart(archive, "content.xml") && nameOfPart(archive, "mimetype");
  throw new DomainError(
    "unsupported",
    isOpenDocument
      ? "الملف بصيغة OpenDocument (ODS). احفظه بصيغة XLSX من برنامج الجداول"
      : "الملف ليس جدول Excel بصيغة XLSX",
  );
}

/** The parts of a workbook to which its cells refer. */
async function openWorkbook(archive: Archive): Promise<Workbook> {
  const main = await mainPart(archive);
  const parts = await readRelations(archive, main);
  const sheets: SheetPart[] = [];
  let epoch = epochs.usual;
  await readXml(archive, main, {
    open(tag, { state = "visible", date1904 = "0", name = "", ...more }) {
      if (tag === "workbookPr" && isTrue(date1904)) epoch = epochs.mac;
      const [, id = ""] = Object.entries(more).find(([name]) => name.endsWith(":id")) ?? [];
      const { type, path } = parts.get(id) ?? {};
      if (
        tag === "sheet" &&
        state === "visible" &&
        path &&
        type === "worksheet" &&
        sheets.length < most.sheets
      )
        sheets.push({ name: tidyLine(name).slice(0, most.name), path });
    },
  });
  const partOf = (type: string) => [...parts.values()].find((part) => part.type === type)?.path;
  if (!sheets.length) throw brokenFile();
  const strings = await readStrings(archive, partOf("sharedStrings"));
  const formats = await readFormats(archive, partOf("styles"));
  return { archive, sheets, strings, formats, epoch };
}

/** The texts that cells share, trimmed: thousands of cells may refer to the same text of a million blanks. */
async function readStrings(archive: Archive, part: string | undefined) {
  const strings: string[] = [];
  let string = "";
  let isReading = false; // the same tags also hold a text's pronunciation
  if (!part) return strings;
  await readXml(archive, part, {
    open(tag) {
      if (tag === "si") [string, isReading] = ["", false];
      else if (tag === "rPh") isReading = true;
    },
    close(tag, text) {
      if (tag === "t" && !isReading) string = join(string, text);
      else if (tag === "rPh") isReading = false;
      else if (tag === "si" && strings.push(unescaped(string).trim()) > most.strings) throw brokenFile();
    },
  });
  return strings;
}

/** The format of each cell style. */
async function readFormats(archive: Archive, part: string | undefined) {
  const formatCodes = new Map(builtIn);
  const formats: Format[] = [];
  let isOfCells = false;
  if (!part) return formats;
  await readXml(archive, part, {
    open(tag, { numFmtId, formatCode = "" }) {
      if (tag === "numFmt") formatCodes.set(Number(numFmtId), formatOf(formatCode));
      else if (tag === "cellXfs") isOfCells = true;
      else if (tag === "xf" && isOfCells && formats.push(formatCodes.get(Number(numFmtId))) > most.styles)
        throw brokenFile();
    },
    close(tag) {
      if (tag === "cellXfs") isOfCells = false;
    },
  });
  return formats;
}
