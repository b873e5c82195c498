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
 */
export function partStore<Row extends object, Schema extends z.ZodObject>({
  table,
  schema,
  order,
  whole,
  wholeId,
}: {
  table: TableName;
  schema: Schema;
  order: string[];
  whole: { table: TableName; column: string };
  wholeId?: () => number;
}): PartStore<Row, Schema> {
  const rows = (db: Db) => {
    const query = db(table).select(`${table}.*`);
    return wholeId ? query.where({ [whole.column]: wholeId() }) : query;
  };
  const store = tableStore<Row, Schema>({
    table,
    schema,
    rows,
    check: async (_, input, present) => (present ? input : { ...input, [whole.column]: wholeId?.() }),
  });
  const requireWhole = (query: Knex.QueryBuilder) =>
    requireRow<{ id: number }>(query, whole.table, wholeId?.());
  return {
    ...store,
    async list() {
      const parts = await rows(db).orderBy([...order, "id"]);
      if (!parts.length && wholeId) await requireWhole(db(whole.table));
      return parts as Row[];
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
