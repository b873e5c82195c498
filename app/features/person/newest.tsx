import type { ReactNode } from "react";
import { type Column, Table } from "~/ui/page/table";
import type { Overview } from "./overview.server";

export type Part<Name extends keyof Overview> = NonNullable<Overview[Name]>;

/** The newest rows of a list, and a link to all of them where there are more. */
export function Newest<Row extends { id: number }>({
  title,
  none,
  rows,
  total,
  list,
  columns,
}: {
  title: string;
  none: string;
  rows: Row[];
  total: number;
  /** The list's address with its filter; null for who may not open it. */
  list: string | null;
  columns: Column<Row>[];
}) {
  return (
    <section className="sheet-card">
      <h2>{title}</h2>
      {rows.length ? (
        <Table caption={title} rows={rows} columns={columns} />
      ) : (
        <p className="text-muted">{none}</p>
      )}
      {list && total > rows.length && (
        <p className="mt-3">
          <a href={list}>
            عرض الكل (<bdi>{total.toLocaleString("en-US")}</bdi>)
          </a>
        </p>
      )}
    </section>
  );
}

export const code = (text: ReactNode) => <bdi dir="ltr">{text}</bdi>;
