import { type ComponentProps, Fragment, type ReactNode } from "react";
import type { Rows } from "~/domain/html-only";
import { CardsOf, Summary } from "./cards";
import { List } from "./page";
import { type Column, Table } from "./table";

type Of = Pick<ComponentProps<typeof List>, "of" | "hasFiles">;
type Page<Row> = Omit<ComponentProps<typeof List>["page"], "rows"> & { rows: Rows<Row> };

/**
 * A list with a table, as most have.
 * @param children what to do next if there are no rows yet
 */
export function ListTable<Row extends { id: number | string }>({
  of,
  page,
  hasFiles,
  children,
  ...table
}: Of &
  Pick<ComponentProps<typeof Table<Row>>, "caption" | "columns" | "actions" | "item" | "total"> & {
    page: Page<Row>;
    children: string;
  }) {
  return (
    <List of={of} page={page} next={children} hasFiles={hasFiles}>
      <Table of={of} rows={page.rows} {...table} />
    </List>
  );
}

/**
 * A list with cards and a compact table below.
 * @param children what to do next if there are no rows yet
 */
export function ListCards<Row extends { id: number }>({
  of,
  page,
  card,
  columns,
  children,
}: Of & { page: Page<Row>; card: (row: Row) => ReactNode; columns: Column<Row>[]; children: string }) {
  return (
    <List of={of} page={page} next={children}>
      <CardsOf of={of} rows={page.rows}>
        {(row) => <Fragment key={row.id}>{card(row)}</Fragment>}
      </CardsOf>
      <Summary of={of} rows={page.rows} columns={columns} />
    </List>
  );
}
