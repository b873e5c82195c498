import { drawRow } from "~/db/drawing.server";
import { faultWords } from "~/domain/row-fault";
import type { SheetColumn } from "./sheet";

/**
 * The cells of a row in a file. A row that cannot be drawn is named in its first cell.
 * @param named makes the cell with its name
 */
export const cellsOf = <Row, Cell>(
  columns: SheetColumn<Row>[],
  row: Row,
  cellOf: (column: SheetColumn<Row>) => Cell,
  named: (words: string) => Cell,
): Cell[] =>
  drawRow(
    row,
    () => columns.map(cellOf),
    (fault) => [named(faultWords(fault))],
  );
