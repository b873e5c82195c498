import type { InHtml } from "~/domain/html-only";
import { formatAmount } from "~/domain/money";
import type { Span } from "./period";

/*
 * A report as plain data: its screen, print page, files and charts are made from it
 * (docs/decisions/reports.md).
 */

/** The reports of one address by their names in its parameter `report`. The first is the default. */
export type ReportFamily<Name extends string = string> = {
  path: string;
  title: string;
  reports: Record<Name, string>;
};

type Value = string | number | null;

/**
 * A cell's value, the address of the list that shows exactly its rows, its own decimals in a column of several currencies, and a remark
 * about it, which stands below it, and in files in a last column.
 */
export type Cell = Value | { value: Value; href?: string; decimals?: number; remark?: string };

export type ReportColumn = {
  label: string;
  /** Text if left out. An amount is a number already rounded to the currency's `decimals`. */
  kind?: "amount" | "count" | "percent" | "date" | "code";
  decimals?: number;
};

export type ReportTable = {
  /** The target of links from figures above. */
  id?: string;
  title: string;
  /** A remark about its figures. */
  note?: string;
  columns: ReportColumn[];
  /** A cell for each column; the first names the row. */
  rows: Cell[][];
  total?: Cell[];
  /**
   * The columns of a chart, by their index: side by side over time (`columns`), the first row at the right; or one below the
   * other (`bars`).
   */
  chart?: { kind: "columns" | "bars"; of: number[] };
  /** Whether it opens on demand, since its chart shows the same. On paper it is always open. */
  isFolded?: boolean;
  /** Which of its rows a screen shows, if they are many: see `pagedFor`. Paper and files have all. */
  page?: { name: string; page: number; perPage: number; total: number; isCapped?: boolean };
};

export type Report = {
  /** Its period in words, after its name: «الأسبوع من … إلى …». */
  lead?: string;
  /** Its period, if the report has one. */
  span?: Span;
  /** Remarks about all figures. */
  notes: string[];
  /** At most six; `value` is formatted. */
  figures: { label: string; value: string; href?: string }[];
  tables: ReportTable[];
};

/** What a page draws below its head and its selectors. */
export type ReportContent = Pick<Report, "notes" | "figures" | "tables">;

/** A report for its screen or its print page, which draws the content as HTML alone. */
export type PageReport = Pick<Report, "lead" | "span"> & { content: InHtml<ReportContent> };

export const valueIn = (cell: Cell | undefined) =>
  (typeof cell === "object" && cell !== null ? cell.value : cell) ?? null;

export const remarkIn = (cell: Cell | undefined) =>
  typeof cell === "object" && cell !== null ? cell.remark : undefined;

const isNumeric = ({ kind }: ReportColumn) => kind === "amount" || kind === "count" || kind === "percent";

/** The kind of a column in ui/page/table. */
export const tableKind = (column: ReportColumn) =>
  isNumeric(column) ? "n" : column.kind ? "code" : undefined;

/** The kind of a column in a spreadsheet. */
export const sheetKind = (column: ReportColumn) =>
  column.kind === "percent"
    ? "percent"
    : isNumeric(column)
      ? "number"
      : column.kind === "date"
        ? "date"
        : undefined;

/** The number of an amount's decimals. */
export const decimalsOf = (cell: Cell | undefined, { kind, decimals = 2 }: ReportColumn) =>
  kind === "amount" ? ((typeof cell === "object" ? cell?.decimals : undefined) ?? decimals) : undefined;

/** A cell as text: `1,234.50`, `85%`. */
export function textOf(cell: Cell | undefined, column: ReportColumn) {
  const value = valueIn(cell);
  if (typeof value !== "number") return value ?? "";
  const decimals = decimalsOf(cell, column);
  if (decimals !== undefined) return formatAmount(value, decimals);
  return value.toLocaleString("en-US") + (column.kind === "percent" ? "%" : "");
}

/** What a page's loader gives for the page's title. */
export type ReportTitle = { name?: string; report?: Pick<Report, "lead"> };

/** A page's title: the report and its period, or the family without a report. */
export const titleOf = ({ title, reports }: ReportFamily, { name, report }: ReportTitle = {}) =>
  name ? [reports[name], report?.lead].filter(Boolean).join(" – ") : title;
