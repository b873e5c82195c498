import type { Knex } from "knex";
import type { Db } from "./knex.server";

/** A list of rows with a numeric id, newest first. Screens, their pages, totals and calls read from it. */
export type List<Row> = {
  /** Selects the ids of the rows that match the filters, as a column `id`, without order and limit. */
  matching: Knex.QueryBuilder;
  /**
   * A search that finds rows in several ways (`searchMatches` of db/search): a query for each way, and one query that tests each
   * row.
   */
  search?: { ways: Knex.QueryBuilder[]; question: Knex.QueryBuilder };
  /** Selects the rows from `table`; the reader narrows it by id. */
  rows: (db: Db) => Knex.QueryBuilder;
  table: string;
  toRow: (row: never) => Row;
  /** Writes into the rows of a page what is asked once for all of them. */
  complete?: (rows: never[]) => Promise<void>;
  /** The date or moment by which rows are ordered, newest first, if not by their id. `matching` then selects it beside the id. */
  newestBy?: "date" | "at" | "cheque_due_date";
  /** The oldest first instead. */
  isOldestFirst?: boolean;
  /** The ids of its rows in their order, if they are known (`findMatches` of slice.server); null if more match than are counted. */
  ids?: number[] | null;
  /** The exact total, if it is known without counting the rows: a number, or a query such as `keptCount` gives. */
  total?: Knex.QueryBuilder | number;
  /** The kept totals of exactly these rows, if the writes keep some (docs/decisions/totals.md). */
  totals?: Knex.QueryBuilder;
};

/** A long list, or all rows of a short one. */
export type ListOrRows<Row> = List<Row> | Promise<Row[]>;

export type Page<Row> = {
  rows: Row[];
  total: number;
  /** Whether more than `total` rows match; the rest was not counted. */
  isCapped?: boolean;
  page: number;
  perPage: number;
};
