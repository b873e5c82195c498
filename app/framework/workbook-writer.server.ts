import { once } from "node:events";
import type { Writable } from "node:stream";
import type { Cell, Style, stream } from "exceljs";

type Sheet = ReturnType<stream.xlsx.WorkbookWriter["addWorksheet"]>;
type Styles = Partial<Style>[];

const plain: Partial<Style> = {};

/**
 * Writes a row whose styles are the same objects in every row. exceljs recognizes a style by its object and serializes each
 * unknown one to compare it, which is half of the time of a workbook.
 */
export function addStyledRow(sheet: Sheet, cells: unknown[], styles: Styles) {
  const row = sheet.addRow(cells);
  Object.assign(row, { style: plain }); // the types omit it
  row.eachCell({ includeEmpty: true }, (cell: Cell, place) => {
    cell.style = styles[place - 1] ?? plain;
  });
  row.commit();
}

/**
 * Waits until the archive has taken a sheet's rows. exceljs does not wait, so a long sheet would lie in memory whole while a slow
 * reader takes nothing. The archive's stream is older than Node's `writableNeedDrain`.
 */
export async function untilDrained(sheet: Sheet, signal: AbortSignal) {
  const [entry] = (sheet as unknown as { stream: { pipes: Entry[] } }).stream.pipes;
  if (!entry) throw new Error("exceljs no longer pipes a sheet's rows");
  if (entry._writableState.needDrain) await once(entry, "drain", { signal: signal });
}

type Entry = Writable & { _writableState: { needDrain: boolean } };
