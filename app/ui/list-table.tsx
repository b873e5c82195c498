import type { ComponentProps } from "react";
import { List } from "./page";
import { Table } from "./table";

type Page<Row> = Omit<ComponentProps<typeof List>["page"], "rows"> & { rows: Row[] };

/** A list whose rows are a table, which most are. */
export function ListTable<Row extends { id: number | string }>({
  of,
  page,
  next,
  ...table
}: Omit<ComponentProps<typeof List>, "children" | "page"> &
  Pick<ComponentProps<typeof Table<Row>>, "columns" | "actions" | "item" | "total"> & { page: Page<Row> }) {
  return (
    <List of={of} page={page} next={next}>
      <Table of={of} rows={page.rows} {...table} />
    </List>
  );
}
