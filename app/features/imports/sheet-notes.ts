import { countNoun } from "~/domain/count-words";
import type { SheetParts } from "./reading/lines.server";

/** What a trial says of a file's sheets, and what its readings need to know of them. */
export type SheetNotes = {
  /** The sheet that is read, if the file has others with cells; these are not read. */
  name?: string;
  others: string[];
  /** The number of rows that are hidden in the spreadsheet program, and the first of them. */
  hiddenRows: number;
  hidden: number[];
  /** Whether a cell is merged over several rows. */
  isMerged: boolean;
  /** The places of columns with numbers, as opposed to texts, that have a fraction. */
  fractions: number[];
};

/** Of a text file, and of files that a release before these notes has kept. */
export const noNotes: SheetNotes = { others: [], hiddenRows: 0, hidden: [], isMerged: false, fractions: [] };

/** The most sheets or rows that are named. */
const mostNamed = 20;

/** What is said of a sheet. @param numbers those of the lines that are its rows */
export function notesOf(
  { name, hidden, merges, fractions, others }: SheetParts & { others: string[] },
  numbers: number[],
): SheetNotes {
  const lines = new Set(numbers);
  const hiddenRows = hidden.filter((line) => lines.has(line));
  return {
    ...(others.length && { name }),
    others: others.slice(0, mostNamed),
    hiddenRows: hiddenRows.length,
    hidden: hiddenRows.slice(0, mostNamed),
    isMerged: merges.some(
      ({ top, bottom }) => lines.has(top) && numbers.some((line) => line > top && line <= bottom),
    ),
    fractions,
  };
}

export const lineCount = countNoun("سطر واحد", "سطران", "أسطر", "سطرًا", "سطر");
/** «سطران مخفيان يقرآن كغيرهما». */
export const hiddenLines = countNoun(
  "سطر مخفي واحد يقرأ كغيره",
  "سطران مخفيان يقرآن كغيرهما",
  "أسطر مخفية تقرأ كغيرها",
  "سطرًا مخفيًا تقرأ كغيرها",
  "سطر مخفي تقرأ كغيرها",
);
