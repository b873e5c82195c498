import { isDay } from "~/domain/dates";
import type { Language } from "~/domain/language";
import { cellsOf } from "./cells.server";
import type { OpenSheet, SheetColumn } from "./sheet";
import { type Cell, workbookFile, wrapping } from "./workbook-file.server";

type Kind = NonNullable<SheetColumn<unknown>["kind"]> | "text";

/** Number formats of Excel. `@` keeps text as text, whatever it begins with, even when somebody edits the cell. */
const formats: Record<Kind, string> = {
  date: "yyyy-mm-dd",
  number: "General",
  percent: "0.0%",
  text: wrapping,
};
/** The usual column widths, in characters. */
const usualWidths: Record<Kind, number> = { date: 11, number: 13, percent: 10, text: 16 };
/** The greatest width of a sheet, in characters: it prints on A4 landscape at 62 % of its size. At full size 140 fit. */
const widest = 225;
/** A word stands in a line. */
const narrowestText = 8;
/** The first day that all spreadsheets count alike: Excel counts a 29 February 1900. */
const firstDay = "1900-03-01";

/**
 * A workbook of sheets from right to left, each with a frozen heading row. They are written no faster than they are read, so
 * memory holds only a few batches.
 */
export function workbook<Row>(sheets: OpenSheet<Row>[], printHead: PrintHead) {
  const names = sheetNames(sheets.map(({ title }) => title));
  return workbookFile(
    sheets.map(({ title, columns, batches, foot = [], language = "ar" }, index) => {
      const widths = widthsOf(columns);
      return {
        name: names[index] as string,
        isRightToLeft: language === "ar",
        columns: columns.map(({ head, kind = "text" }, place) => ({
          head,
          width: widths[place] as number,
          format: formats[kind as Kind],
        })),
        batches: cellsIn(columns, batches, foot),
        ...pageHeads(printHead, title, language),
      };
    }),
  );
}

async function* cellsIn<Row>(columns: SheetColumn<Row>[], batches: AsyncGenerator<Row[]>, foot: string[]) {
  const cellOf = (column: SheetColumn<Row>, row: Row): Cell => ({
    value: value(column, row),
    format: formatOf(column, row),
  });
  const named = (value: string): Cell => ({ value, format: formats.text });
  for await (const batch of batches)
    yield batch.map((row) => cellsOf(columns, row, (column) => cellOf(column, row), named));
  // A text of another format does not wrap, and goes on over the empty cells beside it.
  yield foot.map((value) => [{ value, format: formats.number }]);
}

/**
 * The columns' widths. In a sheet that is too wide, texts share the width that numbers, days and codes leave; the widest shrink first.
 * No column is narrower than a word of its head, which is bold.
 */
function widthsOf<Row>(columns: SheetColumn<Row>[]) {
  const widths = columns.map(({ head, kind = "text" as Kind, width = usualWidths[kind], isCode = false }) => {
    const least = Math.max(...head.split(" ").map((word) => word.length)) + 1;
    return { width: Math.max(width, least), least, isText: kind === "text" && !isCode };
  });
  const within = (most: number) =>
    widths.map(({ width, least, isText }) => (isText ? Math.max(Math.min(width, most), least) : width));
  let most = Math.max(...widths.map(({ width }) => width));
  while (most > narrowestText && sumOf(within(most)) > widest) most--;
  return within(most);
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The format of a row's cell. A number has thousands, and the row's own decimals or else those that it has, but never one alone. */
function formatOf<Row>({ kind, decimals, cell }: SheetColumn<Row>, row: Row) {
  if (kind !== "number") return formats[kind ?? "text"];
  const [, fraction = ""] = String(cell(row) ?? "").split(".");
  const own = decimals?.(row) ?? (fraction && Math.max(2, fraction.length));
  return `#,##0${own ? `.${"0".repeat(own)}` : ""}`;
}

/** The texts above each printed page: the office and the file's title. */
type PrintHead = { office: string; title: string };

/** The Arabic one has no words, which LibreOffice writes from left to right: «5 من 1 صفحة». */
const pageFoots: Record<Language, string> = { ar: "&C&P / &N", en: "&CPage &P of &N" };

/**
 * The page headers of a sheet. If they are too long the title is shortened, not the sheet's own name: Excel refuses a file with a
 * header of more than 255 characters.
 */
function pageHeads({ office, title }: PrintHead, ofSheet: string, language: Language) {
  const right = shorten(office, 55);
  const length = 125 - right.length;
  const own = ofSheet === title ? "" : ` – ${ofSheet}`;
  const whole = shorten(shorten(title, Math.max(length - own.length, 1)) + own, length);
  return { pageHead: `&C${inPageHead(whole)}&R${inPageHead(right)}`, pageFoot: pageFoots[language] };
}

/** At most `length` characters; whole words if there are several. */
function shorten(text: string, length: number) {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/ \S*$/, "")}…`;
}

/** `&` begins a code in a page header, so it is doubled. */
const inPageHead = (text: string) => text.replaceAll("&", "&&");

function value<Row>({ head, kind, cell }: SheetColumn<Row>, row: Row) {
  const value = cell(row);
  if (typeof value === "object" && value !== null) throw new TypeError(`A part of a row under «${head}»`);
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`${value} under «${head}»`);
  const isShownDay = kind === "date" && isDay(String(value)) && String(value) >= firstDay; // the row of sums may have a text there
  if (kind === "percent" && typeof value === "number") return value / 100;
  return isShownDay ? new Date(`${value}T00:00:00Z`) : value;
}

/** Sheet names that Excel accepts: short, without some signs, and unique. */
function sheetNames(titles: string[]) {
  return titles.map((title, index) => {
    const name = title
      .replace(/[*?:\\/[\]']/g, " ")
      .trim()
      .slice(0, 31);
    const isTaken = titles.slice(0, index).some((other) => other.slice(0, 31) === title.slice(0, 31));
    return (isTaken ? `${index + 1} ${name}`.slice(0, 31) : name) || "كشف";
  });
}
