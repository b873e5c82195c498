import { formatAmount } from "~/ui/page/money";
import type { Span } from "./period";

/*
 * What a report says, as plain data: its screen, its print page and its files are made of it, and so are its charts
 * (docs/decisions/reports.md).
 */

/** The reports of one address, by the names that `report` has there; the first where it has none. */
export type ReportFamily<Name extends string = string> = {
  path: string;
  title: string;
  reports: Record<Name, string>;
};

type Value = string | number | null;

/** What stands in a cell; where it leads, if a list shows just that, and its own decimals in a column of several currencies. */
export type Cell = Value | { value: Value; href?: string; decimals?: number };

export type ReportColumn = {
  label: string;
  /** Text where it is left out. An amount is a number already rounded to the currency's `decimals`. */
  kind?: "amount" | "count" | "percent" | "date" | "code";
  decimals?: number;
};

export type ReportTable = {
  /** Where a figure above leads to it. */
  id?: string;
  title: string;
  /** What is to be known of its figures. */
  note?: string;
  columns: ReportColumn[];
  /** A cell for each column; the first names the row. */
  rows: Cell[][];
  total?: Cell[];
  /**
   * The columns to be drawn, by their index: side by side over time (`columns`), the first row at the right; or below one another (`bars`).
   */
  chart?: { kind: "columns" | "bars"; of: number[] };
  /** Shown on demand where its chart says the same at a glance; always on paper. */
  isFolded?: boolean;
};

export type Report = {
  /** Its period in words, behind its name: «الأسبوع من … إلى …». */
  lead?: string;
  /** Its period, if the report has one. */
  span?: Span;
  /** What is to be known of all figures. */
  notes: string[];
  /** At most six; `value` as it is shown. */
  figures: { label: string; value: string; href?: string }[];
  tables: ReportTable[];
};

export const valueIn = (cell: Cell | undefined) =>
  (typeof cell === "object" && cell !== null ? cell.value : cell) ?? null;

const isNumeric = ({ kind }: ReportColumn) => kind === "amount" || kind === "count" || kind === "percent";

/** How ui/table writes a column. */
export const tableKind = (column: ReportColumn) =>
  isNumeric(column) ? "n" : column.kind ? "code" : undefined;

/** What a spreadsheet takes a column for. */
export const sheetKind = (column: ReportColumn) =>
  column.kind === "percent"
    ? "percent"
    : isNumeric(column)
      ? "number"
      : column.kind === "date"
        ? "date"
        : undefined;

/** How many decimals an amount has. */
export const decimalsOf = (cell: Cell | undefined, { kind, decimals = 2 }: ReportColumn) =>
  kind === "amount" ? ((typeof cell === "object" ? cell?.decimals : undefined) ?? decimals) : undefined;

/** A cell as it is read: `1,234.50`, `85%`. */
export function textOf(cell: Cell | undefined, column: ReportColumn) {
  const value = valueIn(cell);
  if (typeof value !== "number") return value ?? "";
  const decimals = decimalsOf(cell, column);
  if (decimals !== undefined) return formatAmount(value, decimals);
  return value.toLocaleString("en-US") + (column.kind === "percent" ? "%" : "");
}

/** What a page's loader says of the report that it shows. */
export type Titled = { name?: string; report?: Pick<Report, "lead"> };

/** A page's title: the report and its period; the family's where none is shown. */
export const titleOf = ({ title, reports }: ReportFamily, { name, report }: Titled = {}) =>
  name ? [reports[name], report?.lead].filter(Boolean).join(" – ") : title;
