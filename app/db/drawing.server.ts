import { isUndrawn, undrawnOf } from "~/domain/undrawn";
import { log } from "~/log.server";

/**
 * Draws a row for a screen, a sheet or a call. A row that cannot be drawn is named in its place (`UndrawnRow`), and the fault is
 * logged with its number alone, since names belong to people. What takes drawn rows passes such a row on.
 * @param instead what stands for it where that is another thing than a row
 */
export function drawRow<Row, Drawn>(
  row: Row,
  draw: (row: Row) => Drawn,
  instead = (undrawn: ReturnType<typeof undrawnOf>) => undrawn as Drawn,
): Drawn {
  if (isUndrawn(row)) return instead(row);
  try {
    return draw(row);
  } catch (error) {
    const undrawn = undrawnOf(row);
    log.error({ err: error, row: undrawn.id }, "A row could not be drawn");
    return instead(undrawn);
  }
}

/** Draws rows one by one. */
export const drawRows = <Row, Drawn>(rows: Row[], draw: (row: Row) => Drawn): Drawn[] =>
  rows.map((row) => drawRow(row, draw));
