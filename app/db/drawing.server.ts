import { isRowFault, type RowFault, rowFaultOf } from "~/domain/row-fault";
import { log } from "~/log.server";

/**
 * Draws a row for a screen, a sheet or a call. A row that cannot be drawn is named in its place (`RowFault`), and the fault is
 * logged with its number alone, since names belong to people. What takes drawn rows passes such a row on.
 * @param instead what stands for it where that is another thing than a row
 */
export function drawRow<Row, Drawn>(
  row: Row,
  draw: (row: Row) => Drawn,
  instead = (fault: RowFault) => fault as Drawn,
): Drawn {
  if (isRowFault(row)) return instead(row);
  try {
    return draw(row);
  } catch (error) {
    const fault = rowFaultOf(row);
    log.error({ err: error, row: fault.id }, "A row could not be drawn");
    return instead(fault);
  }
}

/** Draws rows one by one. */
export const drawRows = <Row, Drawn>(rows: Row[], draw: (row: Row) => Drawn): Drawn[] =>
  rows.map((row) => drawRow(row, draw));
