import type { Knex } from "knex";
import { expect } from "vitest";

/** SQL queries of the office's database, or of another one. */
export function queriesOf(office: { readonly knex: Knex }) {
  /** Rows of a query; numeric columns are text. */
  async function rows<Row = Record<string, string>>(sql: string, knex: Knex = office.knex): Promise<Row[]> {
    return (await knex.raw(sql)).rows;
  }
  return {
    rows,
    value: async (sql: string) => Object.values((await rows(sql))[0] ?? {})[0],
    /** The rows that a query returns although it should return none. */
    nothing: async (sql: string) => expect(await rows(sql)).toEqual([]),
  };
}
