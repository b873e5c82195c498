import type { ListOrRows } from "~/db/list";
import type { Language } from "~/domain/language";
import type { TableName } from "~/domain/nouns";

/**
 * A column of a sheet; without `kind` it holds text. A date is `YYYY-MM-DD`, a number is the exact value of the list, a percent
 * is in hundredths.
 */
export type SheetColumn<Row> = {
  head: string;
  kind?: "date" | "number" | "percent";
  /** The decimals of a row's number, if they vary by row. */
  decimals?: (row: Row) => number | undefined;
  /**
   * The width in characters, if it is not the usual one of its kind. Texts become narrower in a sheet that is wider than paper.
   */
  width?: number;
  /** A telephone or a document's number: its column does not become narrower, since it would stand on two lines. */
  isCode?: boolean;
  cell: (row: Row) => string | number | null | undefined;
};

/** One sheet of a file: its name, its columns and its rows, of any number. */
export type Sheet<Row> = {
  title: string;
  columns: SheetColumn<Row>[];
  rows: ListOrRows<Row> | AsyncGenerator<Row[]>;
  /** The table for the audit log, if `rows` is not a long list, which knows its own. */
  of?: TableName;
  count?: number;
  /** Sentences about the whole, each a line below the last row. */
  foot?: string[];
  /** English is written from left to right. */
  language?: Language;
};

/** Several sheets of one file, in this order. */
export type Book<Row> = { title: string; sheets: Sheet<Row>[]; language?: Language };

/** A sheet whose rows come in batches. */
export type OpenSheet<Row> = Omit<Sheet<Row>, "rows"> & { batches: AsyncGenerator<Row[]> };
