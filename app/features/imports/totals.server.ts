import { latinDigits } from "~/domain/digits";
import { fold } from "~/domain/fold";
import { longestWord } from "~/features/importables/choices";
import type { Row } from "./judgement.server";

const words = new Set(
  [
    "الإجمالي",
    "إجمالي",
    "الإجمالي العام",
    "الإجمالي الكلي",
    "المجموع",
    "مجموع",
    "المجموع الكلي",
    "المجموع العام",
  ]
    .concat(["الجملة", "العدد", "عدد", "العدد الكلي", "Total", "Totals", "Grand Total", "Sum", "Count"])
    .map(fold),
);

/** Whether a row holds only one of these words, and numbers. */
function isTotal([, ...cells]: Row) {
  const texts = cells.filter(Boolean).filter((cell) => !/^[-+]?[\d.,]+$/.test(latinDigits(cell)));
  return texts.length === 1 && texts.every((text) => text.length <= longestWord && words.has(fold(text)));
}

/** Separates the rows of sums at the end of a file from the rows above. @returns the rows, and the lines of the sums */
export function withoutTotals(rows: Row[]) {
  const end = rows.findLastIndex((row) => !isTotal(row)) + 1;
  return { rows: rows.slice(0, end), totals: rows.slice(end).map(([line]) => line) };
}
