import type { Knex } from "knex";
import type { z } from "zod";
import { notFound } from "~/domain/domain-error";
import { missingSentence, type TableName } from "~/domain/nouns";
import { type Db, db } from "./knex.server";
import { type Store, tableStore } from "./store.server";

/** A store whose list is short and takes no filter. */
export type PartStore<Row, Schema extends z.ZodObject> = Omit<Store<Row, Schema>, "list"> & {
  list: () => Promise<Row[]>;
};

/**
 * The store of rows that are parts of another table's row, such as a trip's stages. An address that names the whole shows its
 * parts only; an address without one shows the parts of all.
 * @param whole the other table, and the column by which a part names its row
 * @param wholeId throws DomainError not_found
 * @param join adds columns of other tables
 */
export function partStore<Row extends object, Schema extends z.ZodObject, RawRow extends object = Row>({
  table,
  schema,
  order,
  whole,
  wholeId,
  join = (query) => query,
  toRow = (row) => row as object as Row,
  check = async (_, input) => input,
}: Pick<Parameters<typeof tableStore<Row, Schema, RawRow>>[0], "table" | "schema" | "toRow" | "check"> & {
  order: string[];
  whole: { table: TableName; column: string };
  wholeId?: () => number;
  join?: (query: Knex.QueryBuilder) => Knex.QueryBuilder;
}): PartStore<Row, Schema> {
  const rows = (db: Db) => {
    const query = join(db(table).select(`${table}.*`));
    return wholeId ? query.where({ [whole.column]: wholeId() }) : query;
  };
  const store = tableStore<Row, Schema, RawRow>({
    table,
    schema,
    rows,
    toRow,
    async check(trx, input, present, by) {
      const values = await check(trx, input, present, by);
      return present ? values : { ...values, [whole.column]: wholeId?.() };
    },
  });
  const requireWhole = (query: Knex.QueryBuilder) =>
    requireRow<{ id: number }>(query, whole.table, wholeId?.());
  return {
    ...store,
    async list() {
      const parts: RawRow[] = await rows(db).orderBy([...order, "id"].map((name) => `${table}.${name}`));
      if (!parts.length && wholeId) await requireWhole(db(whole.table));
      return parts.map(toRow);
    },
    async create(trx, input, by) {
      await requireWhole(trx(whole.table).forKeyShare());
      return store.create(trx, input, by);
    },
    async update(trx, id, change, by) {
      await store.find(trx, id); // not_found for a part of another row
      return store.update(trx, id, change, by);
    },
    async remove(trx, id, by) {
      await store.find(trx, id);
      return store.remove(trx, id, by);
    },
  };
}

/** The row of a query. @throws DomainError not_found */
export async function requireRow<Row>(query: Knex.QueryBuilder, table: TableName, id = 0): Promise<Row> {
  const row = await query.where({ id }).first();
  if (!row) throw notFound(missingSentence(table));
  return row;
}
