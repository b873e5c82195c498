import type { Knex } from "knex";
import type { z } from "zod";
import { notFound } from "~/domain/domain-error";
import type { StoredFile } from "~/domain/file-upload";
import { missingSentence, type TableName } from "~/domain/nouns";
import type { SessionUser } from "~/domain/permissions";
import type { Question } from "~/domain/question";
import { type Db, db, type Transaction } from "./knex.server";
import type { List, ListOrRows } from "./list";
import { refuseWhileUsed } from "./references.server";
import { lockRow, lockRowWithKey, withoutUndefined } from "./rows.server";

/** Who writes, and the rest of a write. */
export type By = {
  user: SessionUser;
  /** The `updated_at` that the sender read; without it the last change wins (rulings §3). */
  readAt?: string;
  /** The uploaded file of the row, which was stored before the transaction. */
  file?: StoredFile;
  /** Where the user proves with a password who they are: a wrong one counts against this request's sender. */
  request?: Request;
  /** Asks the user of a form; a call leaves it out. @throws the form's answer, unless all questions are answered */
  ask?: (questions: Question[]) => void;
  /** The values of the questions' ticks that the user of a form has taken away. */
  unticked?: ReadonlySet<string>;
};

/**
 * The operations of an entity. Screens and calls both use them, so that both behave alike. Each throws DomainError: not_found,
 * invalid, conflict.
 */
export type Store<Row, Schema extends z.ZodObject> = {
  /** The schema of a creation. A change takes any part of it, or of `changeSchema`. */
  schema: Schema;
  changeSchema?: z.ZodObject;
  /** All rows of a short list, or a long list that is read in pages. */
  list: (params: URLSearchParams) => ListOrRows<Row>;
  find: (db: Db, id: number) => Promise<Row>;
  create: (trx: Transaction, input: z.output<Schema>, by: By) => Promise<Row>;
  /** Makes the row of what a creation keeps under its idempotency key, if that is not the row itself (\`readAnswer\`). */
  shown?(kept: unknown): Row;
  /** Creates many rows of an import, each checked as a single one. */
  createAll?: (trx: Transaction, inputs: z.output<Schema>[], by: By) => Promise<void>;
  update: (trx: Transaction, id: number, change: Partial<z.output<Schema>>, by: By) => Promise<Row>;
  /** @returns what the answer to the deletion says beside its success, if it says more */
  // biome-ignore lint/suspicious/noConfusingVoidType: most deletions have nothing to say
  remove: (trx: Transaction, id: number, by: By) => Promise<object | void>;
};

type TableStore<Row, Schema extends z.ZodObject> = Store<Row, Schema> &
  Required<Pick<Store<Row, Schema>, "createAll">>;

type Versioned = { id: number; updated_at: string };

/**
 * The ordinary store of an entity: one table, whose rows are created, changed and removed as they are sent.
 * @param rows selects from the table and the tables that it joins
 * @param toRow turns a record of `rows` into the row that screens and calls show
 * @param matching selects the ids that match a list's filters
 * @param check gives the values to store; `present` is the stored row of a change
 */
export function tableStore<Row extends object, Schema extends z.ZodObject, RawRow extends object = Row>({
  table,
  schema,
  rows,
  toRow = (row) => row as object as Row,
  matching = () => db(table).select("id"),
  total,
  check = async (_, input) => input,
}: {
  table: TableName;
  schema: Schema;
  rows: (db: Db) => Knex.QueryBuilder;
  toRow?: (row: RawRow) => Row;
  matching?: (params: URLSearchParams) => Knex.QueryBuilder;
  total?: (params: URLSearchParams) => List<Row>["total"];
  check?: (
    trx: Transaction,
    input: Partial<z.output<Schema>>,
    present: RawRow | undefined,
    by: By,
  ) => Promise<object>;
}): TableStore<Row, Schema> {
  const toStore = async (trx: Transaction, input: z.output<Schema>, by: By) =>
    withoutUndefined(await check(trx, input as Partial<z.output<Schema>>, undefined, by));
  async function find(db: Db, id: number): Promise<Row> {
    const row = await rows(db).where(`${table}.id`, id).first();
    if (!row) throw notFound(missingSentence(table));
    return toRow(row);
  }
  return {
    schema,
    list: (params) => ({ table, matching: matching(params), rows, toRow, total: total?.(params) }),
    find,
    async create(trx, input, by) {
      const [{ id }] = await trx(table)
        .insert(await toStore(trx, input, by))
        .returning("id");
      return find(trx, id);
    },
    async createAll(trx, inputs, by) {
      const rows: object[] = [];
      for (const input of inputs) rows.push(await toStore(trx, input, by));
      if (rows.length) await trx(table).insert(rows);
    },
    async update(trx, id, change, by) {
      const present = await lockRow<Versioned & RawRow>(trx, table, id, by.readAt, () => find(trx, id));
      const values = withoutUndefined(await check(trx, change, present, by));
      if (Object.keys(values).length) await trx(table).where({ id }).update(values);
      return find(trx, id);
    },
    async remove(trx, id) {
      await lockRowWithKey(trx, table, id);
      await refuseWhileUsed(trx, table, id);
      await trx(table).where({ id }).delete();
    },
  };
}
