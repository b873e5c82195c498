import { DomainError } from "~/domain/domain-error";
import { tidyText } from "~/domain/tidy";
import { largestImport } from "~/features/importables/import";

/** A line of a sheet: its number in the spreadsheet, and the text of its cells. */
export type Line = { number: number; cells: string[] };

/** A cell that is merged over several lines; `column` counts from 0. */
export type Merge = { top: number; bottom: number; column: number };

/** What a sheet has beside the texts of its cells: hidden lines, merged cells, columns with numbers that have a fraction. */
export type SheetParts = { name?: string; hidden: number[]; merges: Merge[]; fractions: number[] };

/** A sheet, and the first lines of others in its file that have cells. */
export type SheetContent = SheetParts & {
  lines: Line[];
  others: { place: number; name: string; lines: Line[] }[];
};

/**
 * Limits. `characters` are those of all lines, several times those of full rows; `text` is Excel's limit for a cell. A record may
 * have more cells than columns if the further ones are blank.
 */
const most = { columns: 200, cells: 500, records: 100_000, characters: 4_000_000, text: 32_767 };

export const brokenFile = () =>
  new DomainError("invalid", "الملف مبتور أو تالف، فتعذرت قراءته. افتحه ببرنامج الجداول واحفظه من جديد");

export const tooLarge = (sentence: string) => new DomainError("too_large", sentence);

/** Collects the lines of a sheet within the limits, without blank lines and without blank cells at the end of a line. */
export class Lines {
  readonly all: Line[] = [];
  #characters = 0;
  #records = 0;

  /** @throws DomainError too_large */
  add(number: number, cells: string[]) {
    const length = cells.findLastIndex((cell) => cell?.trim()) + 1;
    if (!length) return;
    if (length > most.columns) throw tooManyColumns();
    if (this.all.length > largestImport) throw tooManyRows();
    const values = Array.from({ length }, (_, index) => tidyText(cells[index] ?? ""));
    this.#count(values.reduce((sum, cell) => sum + cell.length, 0));
    this.all.push({ number, cells: values });
  }

  /** Counts a line of a text file, also a blank one. @throws DomainError too_large */
  countRecord() {
    if (++this.#records > most.records) throw tooManyRows();
  }

  /** Gives a merged cell's text to all of its lines. @throws DomainError too_large */
  fillDown({ top, bottom, column }: Merge) {
    const lines = this.all.filter(({ number }) => number >= top && number <= bottom);
    const text = lines[0]?.number === top && lines[0].cells[column];
    if (!text) return;
    for (const { cells } of lines) {
      if (cells[column]) continue;
      this.#count(text.length);
      while (cells.length < column) cells.push("");
      cells[column] = text;
    }
  }

  #count(characters: number) {
    this.#characters += characters;
    if (this.#characters > most.characters) throw tooLarge("نصوص الملف أكثر مما يستورد مرة واحدة");
  }
}

/** @throws DomainError too_large if a cell's index is beyond the limit */
export function requireCell(index: number) {
  if (index >= most.cells) throw tooManyColumns();
}

/** The text of a formula such as `="00917"`, by which programs keep the zeros of a code in a spreadsheet; another text as it is. */
export const withoutFormula = (text: string) => /^="(.*)"$/s.exec(text)?.[1] ?? text;

/** Joins two texts of a cell. @throws DomainError too_large, before anything reads the long text */
export function join(text: string, more: string) {
  if (text.length + more.length > most.text)
    throw tooLarge(`في خلية من الملف نص أطول من ${most.text.toLocaleString("en-US")} حرفًا`);
  return text + more;
}

const tooManyRows = () =>
  tooLarge(
    `في الملف أكثر من ${largestImport.toLocaleString("en-US")} سطر، وهو أكثر ما يستورد مرة واحدة. قسّمه إلى ملفات`,
  );

const tooManyColumns = () => tooLarge(`في الملف أكثر من ${most.columns} عمود`);
