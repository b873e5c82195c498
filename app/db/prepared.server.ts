import type { Knex } from "knex";
// @ts-expect-error Knex has types for its clients, but not for where they lie
import PostgresClient from "knex/lib/dialects/postgres/index.js";

type Query = { sql: string; options?: object };
type Connection = { __knexTxId?: string };
type Client = Knex.Client & { _query(connection: Connection, query: Query): Promise<unknown> };

/** What PostgreSQL says of a plan whose table was changed meanwhile, by a migration. */
export const outdatedPlan = "0A000";

/** As many as a connection keeps: what is asked for beyond that is planned each time. */
const kept = 250;
const names = new Map<string, string>();
let generation = 0;

/**
 * Knex's client for PostgreSQL, but a statement is planned once in a connection: planning takes longer than most of
 * them run (docs/decisions/bench.md).
 */
export class PreparingClient extends (PostgresClient as new (config: Knex.Config) => Client) {
  async _query(connection: Connection, query: Query): Promise<unknown> {
    try {
      return await super._query(connection, prepared(query));
    } catch (error) {
      if ((error as { code?: string }).code !== outdatedPlan) throw error;
      generation++; // all plans of before are suspect
      if (connection.__knexTxId) throw error; // the transaction is lost; `transact` tries it again
      return super._query(connection, prepared(query));
    }
  }
}

/** The statement under its name; a search is planned for its words each time. */
function prepared(query: Query): Query {
  const { sql } = query;
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(sql) || /\blike\b/i.test(sql)) return query;
  let name = names.get(sql);
  if (!name) {
    if (names.size === kept) return query;
    name = `office ${names.size}`;
    names.set(sql, name);
  }
  return { ...query, options: { ...query.options, name: `${name} ${generation}` } };
}
