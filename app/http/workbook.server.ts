import { PassThrough } from "node:stream";
import type { PageSetup, Style } from "exceljs";
import type { Language } from "~/domain/language";
import { addStyledRow, untilDrained } from "~/framework/workbook-writer.server";
import type { OpenSheet, SheetColumn } from "./sheets.server";

type Kind = NonNullable<SheetColumn<unknown>["kind"]> | "text";

/** Number formats of Excel. `@` keeps text as text, whatever it begins with, even when somebody edits the cell. */
const formats: Record<Kind, string> = {
  date: "yyyy-mm-dd",
  number: "General",
  percent: "0.0%",
  text: "@",
};
/** The usual column widths, in characters. */
const usualWidths: Record<Kind, number> = { date: 11, number: 13, percent: 10, text: 16 };
/** The greatest width of a sheet, in characters: it prints on A4 landscape at 70 % of its size. At full size 140 fit. */
const widest = 200;
const narrowestText = 8;
const head: Partial<Style> = {
  alignment: { wrapText: true, vertical: "top" },
  font: { bold: true },
  fill: { type: "pattern", pattern: "solid", fgColor: { argb: "FFE8EFEA" } },
};

/**
 * A workbook of sheets from right to left, each with a frozen heading row. They are written no faster than they are read, so
 * memory holds only a few batches.
 */
export function workbook<Row>(sheets: OpenSheet<Row>[], printHead: PrintHead) {
  const file = new PassThrough();
  write(file, sheets, printHead).catch((error) => file.destroy(error));
  return file;
}

async function write<Row>(file: PassThrough, sheets: OpenSheet<Row>[], printHead: PrintHead) {
  const { default: excel } = await import("exceljs"); // loaded when first needed, since it takes half a second
  const book = new excel.stream.xlsx.WorkbookWriter({
    stream: file,
    useStyles: true,
    zip: { zlib: { level: 1 } }, // 10,000 rows become 964 KB instead of 741, with a tenth less computing
  });
  const abort = new AbortController();
  file.once("close", () => abort.abort());
  const names = sheetNames(sheets.map(({ title }) => title));
  for (const [index, { title, columns, batches, language = "ar" }] of sheets.entries()) {
    const sheet = book.addWorksheet(names[index], {
      views: [{ rightToLeft: language === "ar", state: "frozen", ySplit: 1 }],
      pageSetup,
      headerFooter: pageHeads(printHead, title, language),
    });
    sheet.pageSetup.printTitlesRow = "1:1";
    const widths = widthsOf(columns);
    sheet.columns = columns.map(({ head, kind }, index) => {
      return { header: head, width: widths[index], style: styleOf(formats[kind ?? "text"]) };
    });
    const heads = sheet.getRow(1);
    heads.eachCell((cell) => Object.assign(cell, head));
    heads.commit();
    for await (const batch of batches) {
      for (const row of batch) {
        const cells = columns.map((column) => value(column, row));
        const styles = columns.map((column) => styleOf(formatOf(column, row)));
        addStyledRow(sheet, cells, styles);
      }
      await untilDrained(sheet, abort.signal);
    }
    sheet.commit();
  }
  await book.commit();
}

/**
 * The columns' widths. In a sheet that is too wide, texts share the width that numbers and days leave; the widest shrink first.
 */
function widthsOf<Row>(columns: SheetColumn<Row>[]) {
  const widths = columns.map(({ kind = "text" as Kind, width }) => ({
    width: width ?? usualWidths[kind],
    isText: kind === "text",
  }));
  const within = (most: number) =>
    widths.map(({ width, isText }) => (isText ? Math.min(width, most) : width));
  let most = Math.max(...widths.map(({ width }) => width));
  while (most > narrowestText && sumOf(within(most)) > widest) most--;
  return within(most);
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The format of a row's cell, with the row's own decimals if it has some. */
function formatOf<Row>({ kind, decimals }: SheetColumn<Row>, row: Row) {
  const own = decimals?.(row);
  return own === undefined ? formats[kind ?? "text"] : `#,##0${own ? `.${"0".repeat(own)}` : ""}`;
}

const styles = new Map<string, Partial<Style>>();

/** One shared object for all cells of a format: see `addStyledRow`. */
function styleOf(numFmt: string) {
  const style = styles.get(numFmt) ?? { numFmt, alignment: { vertical: "top", wrapText: numFmt === "@" } };
  styles.set(numFmt, style);
  return style;
}

/** A4 landscape: each page is as wide as the sheet, and the rows take as many pages as they need. */
const pageSetup: Partial<PageSetup> = {
  paperSize: 9,
  orientation: "landscape",
  fitToWidth: 1,
  fitToHeight: 0,
  margins: { left: 0.4, right: 0.4, top: 0.7, bottom: 0.6, header: 0.3, footer: 0.3 },
};

/** The texts above each printed page: the office and the file's title. */
type PrintHead = { office: string; title: string };

const pageFoots: Record<Language, string> = { ar: "&Cصفحة &P من &N", en: "&CPage &P of &N" };

/**
 * The page headers of a sheet. If they are too long the title is shortened, not the sheet's own name: Excel refuses a file with a
 * header of more than 255 characters.
 */
function pageHeads({ office, title }: PrintHead, ofSheet: string, language: Language) {
  const right = shorten(office, 55);
  const length = 125 - right.length;
  const own = ofSheet === title ? "" : ` – ${ofSheet}`;
  const whole = shorten(shorten(title, Math.max(length - own.length, 1)) + own, length);
  return { oddHeader: `&C${inPageHead(whole)}&R${inPageHead(right)}`, oddFooter: pageFoots[language] };
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
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`${value} under «${head}»`);
  const isDay = kind === "date" && /^\d{4}-\d\d-\d\d$/.test(String(value)); // the row of sums may have a text in a column of days
  if (kind === "percent" && typeof value === "number") return value / 100;
  return isDay ? new Date(`${value}T00:00:00Z`) : value;
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
