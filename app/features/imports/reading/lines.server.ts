import { DomainError } from "~/domain/domain-error";
import { largestImport } from "~/features/importables/import";

/** A line of a sheet: its number in the spreadsheet, and the text of its cells. */
export type Line = { number: number; cells: string[] };

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
    if (++this.#records > most.records) throw tooManyRows();
    if (!length) return;
    if (length > most.columns) throw tooManyColumns();
    if (this.all.length > largestImport) throw tooManyRows();
    const values = Array.from({ length }, (_, index) => storable(cells[index] ?? ""));
    for (const cell of values) this.#characters += cell.length;
    if (this.#characters > most.characters) throw tooLarge("نصوص الملف أكثر مما يستورد مرة واحدة");
    this.all.push({ number, cells: values });
  }
}

/** @throws DomainError too_large if a cell's index is beyond the limit */
export function requireCell(index: number) {
  if (index >= most.cells) throw tooManyColumns();
}

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

/** Removes characters that PostgreSQL refuses. */
const storable = (text: string) => text.trim().replace(/[\p{Surrogate}\0]/gu, "");
