import type { Knex } from "knex";
import { expect } from "vitest";

/** What one asks a database in SQL: the office's, unless another one is named. */
export function queriesOf(office: { readonly knex: Knex }) {
  /** Rows of a query; numeric columns are text. */
  async function rows<Row = Record<string, string>>(sql: string, knex: Knex = office.knex): Promise<Row[]> {
    return (await knex.raw(sql)).rows;
  }
  return {
    rows,
    value: async (sql: string) => Object.values((await rows(sql))[0] ?? {})[0],
    /** What a query finds wrong. */
    nothing: async (sql: string) => expect(await rows(sql)).toEqual([]),
  };
}
