import { type ReactNode, useId } from "react";
import { type Entity, wordsOf } from "~/domain/entity";

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** `n` for amounts, `code` for numbers, phones and dates, which read from left to right; `code long` for what may break. */
  kind?: "n" | "code" | "code long";
};

/**
 * A table whose rows become cards on a phone, but for a compact one of few columns; the first column names the row, `actions` come last. Little is written
 * per row, since a list is what a slow line carries most often: the cards' labels stand once, in a style sheet, and a
 * link that asks first makes its question of `item`, its own words and the row's name (see shell/anchors.ts).
 */
export function Table<Row extends { id: number }>({
  of,
  caption = of && wordsOf(of).many,
  item = of && wordsOf(of).one,
  columns,
  rows,
  actions,
  compact,
}: {
  /** Whose rows they are, or else a caption. */
  of?: Pick<Entity, "table" | "noun">;
  caption?: string;
  /** What a row is, as a question names it: «سند القبض». */
  item?: string;
  columns: Column<Row>[];
  rows: Row[];
  actions?: (row: Row) => ReactNode;
  /** Stays a table on a phone. */
  compact?: boolean;
}) {
  const id = useId();
  const [name, ...others] = columns as [Column<Row>, ...Column<Row>[]];
  return (
    <>
      {!compact && <style dangerouslySetInnerHTML={{ __html: cardLabels(id, columns) }} />}
      <table id={compact ? undefined : id} className={compact ? "list compact" : "list"} data-item={item}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, kind }) => (
              <th key={label} scope="col" className={kind}>
                {label}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <span className="sr-only">إجراءات</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className={name.kind}>
                {name.cell(row)}
              </th>
              {others.map(({ label, cell, kind }) => (
                <td key={label} className={kind}>
                  {cell(row)}
                </td>
              ))}
              {actions && <td className="row-actions">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function cardLabels(table: string, columns: { label: string }[]) {
  const rules = columns.map(
    ({ label }, index) => `[id="${table}"] tbody>tr>:nth-child(${index + 1})::before{content:"${label}"}`,
  );
  return `@media screen and (width<48rem){${rules.join("")}}`;
}
