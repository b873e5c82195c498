import { DomainError } from "~/domain/domain-error";
import { largestImport } from "~/features/importables/import";

/** A line of a sheet: its number as a spreadsheet shows it, and the text of its cells. */
export type Line = { number: number; cells: string[] };

/**
 * Of the lines' text in all, in characters: some times what full rows have. Of a cell's text: what Excel has. A record may have
 * more cells than columns, as long as those beyond are blank.
 */
const most = { columns: 200, cells: 500, records: 100_000, characters: 4_000_000, text: 32_767 };

export const brokenFile = () =>
  new DomainError("invalid", "الملف مبتور أو تالف، فتعذرت قراءته. افتحه ببرنامج الجداول واحفظه من جديد");

export const tooLarge = (sentence: string) => new DomainError("too_large", sentence);

/** The lines of a sheet, within bounds, without blank lines and without blank cells at the end of a line. */
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

/** @throws DomainError too_large for a cell, by its index, that no record has */
export function requireCell(index: number) {
  if (index >= most.cells) throw tooManyColumns();
}

/** A text and what follows it in the same cell. @throws DomainError too_large, before anything looks into what is too long */
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

/** Without what a database cannot take. */
const storable = (text: string) => text.trim().toWellFormed().replaceAll("\u0000", "");
