import { type ReactNode, useId } from "react";
import { type Entity, wordsOf } from "~/domain/entity";
import type { Rows } from "~/domain/html-only";
import { lineOf } from "~/first-page/drawn-rows";
import { RowsIn } from "~/first-page/html-part";
import { RowActions } from "./more";

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /**
   * `n` for amounts, `code` for numbers, phones and dates, which are written from left to right; `code long` for long ones that
   * may break.
   */
  kind?: "n" | "code" | "code long";
  /** The heading above this column and its neighbours of the same group. */
  group?: string;
  /** Hides it on a phone until its row is opened. */
  later?: boolean;
};

/** A name, with a detail below that distinguishes it. */
export const NameCell = ({ also, children }: { also: ReactNode; children: ReactNode }) => (
  <span>
    {children}
    {also && <small>{also}</small>}
  </span>
);

/** A name in Latin letters. A list cuts what is longer than its column; elsewhere it breaks between its words. */
export const LatinName = ({ children }: { children: string }) => (
  <bdi dir="ltr" lang="en" className="one-line">
    {children}
  </bdi>
);

/** A table that is wider than a phone: it scrolls within itself, also by the keyboard. */
export const Wide = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll
  <section className="overflow-x-auto print:overflow-visible" aria-label={label} tabIndex={0}>
    {children}
  </section>
);

/**
 * A table. On a phone its rows become cards, unless it is `compact`. The first column names the row, `actions` come last. A card
 * shows name, number, amount and state; the columns of `later` and the actions appear when it is opened. A row's HTML is kept
 * small, since lists are most of what slow connections carry: the cards' labels stand once in a style sheet, and a link that asks
 * first composes its question from `item`, its own words and the row's name (see shell/anchors.ts).
 */
export function Table<Row extends { id: number | string }>({
  of,
  caption = of && wordsOf(of).many,
  titled,
  item = of && wordsOf(of).one,
  columns,
  rows,
  total,
  actions,
  compact,
}: {
  /** The entity of the rows, which gives the caption. */
  of?: Pick<Entity, "table" | "noun">;
  caption?: string;
  /** Shows the caption as a heading: the page has several tables. */
  titled?: boolean;
  /** The row's noun for questions: «سند القبض». */
  item?: string;
  columns: Column<Row>[];
  rows: Rows<Row>;
  /** A last row with sums. */
  total?: Row;
  actions?: (row: Row) => ReactNode;
  /** Keeps the table on a phone. */
  compact?: boolean;
}) {
  const id = useId();
  const [name, ...others] = columns as [Column<Row>, ...Column<Row>[]];
  const draw = (row: Row) => (
    <tr key={row.id} className={row === total ? "sums" : undefined}>
      <th scope="row" className={name.kind}>
        {name.cell(row)}
      </th>
      {others.map((column) => (
        <td key={nameOf(column)} className={column.kind}>
          {column.cell(row)}
        </td>
      ))}
      {actions && (
        <td className="row-actions">
          <RowActions>{actions(row)}</RowActions>
        </td>
      )}
    </tr>
  );
  return (
    <>
      {!compact && <style dangerouslySetInnerHTML={{ __html: cardLabels(id, columns) }} />}
      <table id={compact ? undefined : id} className={compact ? "list compact" : "list"} data-item={item}>
        {titled ? (
          <caption className="table-title">
            <h3>{caption}</h3>
          </caption>
        ) : (
          <caption className="sr-only">{caption}</caption>
        )}
        <Head columns={columns}>
          {actions && (
            <th scope="col">
              <span className="sr-only">إجراءات</span>
            </th>
          )}
        </Head>
        <RowsIn
          as="tbody"
          rows={rows}
          last={total && draw(total)}
          instead={lineOf(columns.length + (actions ? 1 : 0))}
        >
          {draw}
        </RowsIn>
      </table>
    </>
  );
}

/** A column's full name if its group's heading is hidden: «مدين (عليه) SAR». */
const nameOf = ({ label, group }: HeadCell) => (group ? `${label} ${group}` : label);

type HeadCell = Pick<Column<never>, "label" | "kind" | "group" | "later">;

/** The heading row of a table; columns of a group stand side by side below the group's name. */
export function Head({ columns, children }: { columns: HeadCell[]; children?: ReactNode }) {
  const isGrouped = columns.some(({ group }) => group);
  const cell = (column: HeadCell, rowSpan?: number) => (
    <th key={nameOf(column)} scope="col" className={column.kind} rowSpan={rowSpan}>
      {column.label}
    </th>
  );
  if (!isGrouped)
    return (
      <thead>
        <tr>
          {columns.map((column) => cell(column))}
          {children}
        </tr>
      </thead>
    );
  return (
    <thead>
      <tr>
        {columns.map((column, index) =>
          !column.group
            ? cell(column, 2)
            : column.group !== columns[index - 1]?.group && (
                <th
                  key={column.group}
                  scope="colgroup"
                  colSpan={columns.filter(({ group }) => group === column.group).length}
                >
                  <bdi>{column.group}</bdi>
                </th>
              ),
        )}
        {children}
      </tr>
      <tr>{columns.map((column) => column.group && cell(column))}</tr>
    </thead>
  );
}

/** CSS rules for a table whose rows are cards on a phone: they label the cells and hide some until a card is opened. */
export function cardLabels(table: string, columns: HeadCell[]) {
  const rules = columns.map((column, index) => {
    const cell = `>:nth-child(${index + 1})`;
    const label = `[id="${table}"] tbody>tr${cell}::before{content:"${nameOf(column)}"}`;
    return column.later ? `${label}[id="${table}"] tr:not(:has([open]))${cell}{display:none}` : label;
  });
  return `@media screen and (width<64rem){${rules.join("")}}`;
}
