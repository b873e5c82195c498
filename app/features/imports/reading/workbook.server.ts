import { posix } from "node:path";
import Big from "big.js";
import { wholeDays } from "~/domain/dates";
import { DomainError } from "~/domain/domain-error";
import { isSheetError } from "~/features/importables/import";
import { brokenFile, join, Lines, requireCell } from "./lines.server";
import { readXml } from "./xml.server";
import { type Archive, archiveOf } from "./zip.server";

const day = 86_400_000;
/** Day 0 of a workbook's dates: the usual one, and that of workbooks from old Macintosh versions. */
const epochs = { usual: Date.UTC(1899, 11, 30), mac: Date.UTC(1904, 0, 1) };
const lastSerial = 2_958_465; // 9999-12-31
const most = { strings: 1_000_000, styles: 100_000, format: 255 };

/** The numbers of the formats that workbooks use without defining them. */
const builtIn = new Map<number, Format>(
  [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]
    .map((id): [number, Format] => [id, "date"])
    .concat([9, 10].map((id) => [id, "percent"]))
    .concat([11, 48].map((id) => [id, "scientific"])),
);
type Format = "date" | "percent" | "scientific" | Code | undefined;
/** The format of a code, such as `"A"000-000`: its characters, those of its places as they fill up. */
type Code = { character: string; isPlace: boolean }[];

type Workbook = { archive: Archive; sheet: string; strings: string[]; formats: Format[]; epoch: number };

/**
 * Reads the first visible sheet of an XLSX file. A formula gives its stored result; dates are `YYYY-MM-DD`.
 * @throws DomainError unsupported, too_large, invalid
 */
export async function readWorkbook(bytes: Buffer) {
  const book = await openWorkbook(archiveOf(bytes));
  const lines = new Lines();
  let [number, column] = [0, 0];
  let cells: string[] = [];
  let cell = { kind: "", style: 0, value: "", isFormula: false };
  await readXml(book.archive, book.sheet, {
    open(tag, { r, t = "n", s }) {
      if (tag === "row") {
        number = Number(r ?? number + 1);
        [cells, column] = [[], 0];
      } else if (tag === "c") {
        column = r ? columnOf(r) : column + 1;
        cell = { kind: t, style: Number(s ?? 0), value: "", isFormula: false };
      } else if (tag === "f") cell.isFormula = true;
    },
    close(tag, text) {
      if (tag === "v" || tag === "t") cell.value = join(cell.value, text);
      else if (tag === "row") lines.add(number, cells);
      else if (tag === "c") {
        const textOfCell = cellText(cell, book);
        if (!textOfCell.trim()) return;
        requireCell(column - 1);
        cells[column - 1] = textOfCell;
      }
    },
  });
  return lines.all;
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
      return strings[Number(value)] ?? "";
    case "b":
      return value === "1" ? "true" : "false";
    case "d":
      return value.replace(/T00:00(:00(\.0+)?)?$/, "");
    case "n":
      return numberText(value, formats[style], epoch);
    case "e":
      return isSheetError(value) ? value : "#VALUE!";
    default:
      return unescaped(value);
  }
}

/**
 * A number with fifteen digits, as Excel shows it: 0.30000000000000004 is 0.3. One that is shown as 9.67E+11 is 9.66500000012e+11: whoever
 * reads its column knows whether that is a fault.
 */
function numberText(value: string, format: Format, epoch: number) {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (format === "date" && number >= 1 && number < lastSerial + 1)
    return new Date(epoch + wholeDays(number) * day).toISOString().slice(0, 10);
  if (Math.abs(number) >= 1e15) return number.toExponential(); // its last digits were lost before
  const exact = Big(number.toPrecision(15));
  if (format === "percent") return `${exact.times(100).toFixed()}%`;
  if (format === "scientific") return exact.toExponential();
  const text = exact.toFixed();
  return Array.isArray(format) && /^\d+$/.test(text) ? codeText(text, format) : text;
}

/** Puts digits in the places of a code, from the right. What is longer stands in the first place. */
function codeText(digits: string, format: Code) {
  let left = digits;
  const places = format.filter(({ isPlace }) => isPlace).length;
  let place = 0;
  return format
    .map(({ character, isPlace }) => {
      if (!isPlace) return character;
      const rest = places - ++place;
      const own = left.slice(0, Math.max(0, left.length - rest));
      left = left.slice(own.length);
      return own || (character === "0" ? "0" : "");
    })
    .join("");
}

/** Decodes `_x000D_`, which stands for a character that XML cannot have. */
const unescaped = (text: string) =>
  text.replace(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** The parts of a workbook to which its cells refer. */
async function openWorkbook(archive: Archive): Promise<Workbook> {
  const main = "xl/workbook.xml";
  if (!archive.parts.has(main)) throw new DomainError("unsupported", "الملف ليس جدول Excel بصيغة XLSX");
  const parts = new Map<string, { type: string; path: string }>();
  await readXml(archive, "xl/_rels/workbook.xml.rels", {
    open(tag, { Id = "", Type = "", Target = "" }) {
      const path = Target.startsWith("/") ? Target.slice(1) : posix.join("xl", Target);
      if (tag === "Relationship") parts.set(Id, { type: Type.split("/").at(-1) ?? "", path });
    },
  });
  let sheet: string | undefined;
  let epoch = epochs.usual;
  await readXml(archive, main, {
    open(tag, { state = "visible", date1904 = "0", ...more }) {
      if (tag === "workbookPr" && ["1", "true"].includes(date1904)) epoch = epochs.mac;
      const [, id = ""] = Object.entries(more).find(([name]) => name.endsWith(":id")) ?? [];
      if (tag === "sheet" && state === "visible") sheet ??= parts.get(id)?.path;
    },
  });
  const partOf = (type: string) => [...parts.values()].find((part) => part.type === type)?.path;
  if (!sheet) throw brokenFile();
  const strings = await readStrings(archive, partOf("sharedStrings"));
  const formats = await readFormats(archive, partOf("styles"));
  return { archive, sheet, strings, formats, epoch };
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

/** Reads a format's code without its literal parts: `[$-1000401]yyyy/mm/dd;@`, `0.0%`. @throws DomainError invalid */
function formatOf(code: string): Format {
  if (code.length > most.format) throw brokenFile(); // the search for literal parts takes quadratic time
  const bare = code.replace(literals, "");
  if (/[yd]/i.test(bare)) return "date";
  if (bare.includes("%")) return "percent";
  if (/E[+-]/i.test(bare)) return "scientific";
  const [positive = ""] = bare.split(";");
  return /^[0#?\s()+-]*0[0#?\s()+-]*0[0#?\s()+-]*$/.test(positive) && !/\[[<>=]/.test(code)
    ? codeOf(code)
    : undefined;
}

/** What stands for itself, is an instruction, or is as wide as a character. */
const literals = /"[^"]*"|\[[^\]]*\]|\\.|[_*]./g;

/** The characters of a format's first section. */
function codeOf(code: string): Code {
  const format: Code = [];
  for (const [part] of code.matchAll(/"[^"]*"|\[[^\]]*\]|\\.|[_*].|./g)) {
    if (part === ";") break;
    if (/^[0#?]$/.test(part)) format.push({ character: part, isPlace: true });
    else if (part.startsWith('"') || part.length === 1)
      format.push({ character: part.replaceAll('"', ""), isPlace: false });
    else if (part.startsWith("\\")) format.push({ character: part.slice(1), isPlace: false });
  }
  return format;
}
