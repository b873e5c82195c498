import type { ReactNode } from "react";

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** `n` for figures, `nowrap` for short codes. */
  kind?: "n" | "nowrap";
};

/**
 * A table whose rows become cards on a phone. The first column names the row; `actions` come last.
 */
export function Table<Row extends { id: number }>({
  caption,
  columns,
  rows,
  actions,
}: {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  actions?: (row: Row) => ReactNode;
}) {
  return (
    <table className="list">
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
            {columns.map(({ label, cell, kind }) => (
              <td key={label} data-label={label} className={kind}>
                {cell(row)}
              </td>
            ))}
            {actions && <td className="row-actions">{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A link that asks before it deletes: by toast or by the browser's own dialog (spec §2); by a page without JavaScript. */
export function DeleteLink({
  href,
  question,
  by,
  name,
}: {
  href: string;
  question: string;
  by: "toast" | "browser";
  name: string;
}) {
  return (
    <a className="danger" href={href} data-confirm={by} data-question={question} aria-label={`حذف ${name}`}>
      حذف
    </a>
  );
}
