import { once } from "node:events";
import { PassThrough, type Writable } from "node:stream";
import type { Style, stream } from "exceljs";
import type { SheetColumn } from "./sheets.server";

/** Text stays text, whatever it begins with: `@` keeps it so also when somebody edits the cell. */
const formats: Record<NonNullable<SheetColumn<unknown>["kind"]> | "text", string> = {
  date: "yyyy-mm-dd",
  number: "General",
  text: "@",
};
const head: Partial<Style> = {
  font: { bold: true },
  fill: { type: "pattern", pattern: "solid", fgColor: { argb: "FFE8EFEA" } },
};

/**
 * A sheet from right to left under a head that stays in sight. It is written no faster than it is taken: however many rows
 * there are, the memory is that of a few batches.
 */
export function workbook<Row>(title: string, columns: SheetColumn<Row>[], batches: AsyncIterable<Row[]>) {
  const file = new PassThrough();
  write(file, title, columns, batches).catch((error) => file.destroy(error));
  return file;
}

async function write<Row>(
  file: PassThrough,
  title: string,
  columns: SheetColumn<Row>[],
  batches: AsyncIterable<Row[]>,
) {
  const { default: excel } = await import("exceljs"); // large, and most processes write none
  const book = new excel.stream.xlsx.WorkbookWriter({ stream: file, useStyles: true });
  const sheet = book.addWorksheet(sheetName(title), {
    views: [{ rightToLeft: true, state: "frozen", ySplit: 1 }],
  });
  sheet.columns = columns.map(({ head, kind, width = 16 }) => {
    return { header: head, width, style: { numFmt: formats[kind ?? "text"] } };
  });
  const heads = sheet.getRow(1);
  heads.eachCell((cell) => Object.assign(cell, head));
  heads.commit();
  const gone = new AbortController();
  file.once("close", () => gone.abort());
  for await (const batch of batches) {
    for (const row of batch) sheet.addRow(columns.map((column) => value(column, row))).commit();
    const entry = entryOf(sheet);
    if (entry._writableState.needDrain) await once(entry, "drain", { signal: gone.signal });
  }
  await book.commit();
}

function value<Row>({ kind, cell }: SheetColumn<Row>, row: Row) {
  const value = cell(row);
  return kind === "date" && typeof value === "string" ? new Date(`${value}T00:00:00Z`) : value;
}

/**
 * The part of the archive that a sheet's rows go to; the library hands them over without waiting until it takes them. It is a
 * stream of before Node's `writableNeedDrain`.
 */
function entryOf(sheet: ReturnType<stream.xlsx.WorkbookWriter["addWorksheet"]>) {
  const [entry] = (sheet as unknown as { stream: { pipes: Entry[] } }).stream.pipes;
  if (!entry) throw new Error("exceljs no longer pipes a sheet's rows");
  return entry;
}

type Entry = Writable & { _writableState: { needDrain: boolean } };

/** What a program for sheets takes as one's name. */
function sheetName(title: string) {
  const name = title.replace(/[*?:\\/[\]]/g, " ").slice(0, 31);
  return name.replace(/^'+|'+$/g, "") || "كشف";
}
