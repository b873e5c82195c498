import type { Knex } from "knex";
import { noteTime } from "~/metrics.server";
import { readOnly } from "./hosts.js";
import { HostsClient } from "./hosts-client.js";

type Query = { sql: string; options?: object; response?: { command: string } };
type Connection = {
  __knexTxId?: string;
  /** What makes Knex's pool close a connection instead of handing it out again. */
  __knex__disposed?: unknown;
  /** Of node-postgres: the statements that the server holds for this connection, by name. */
  connection: { parsedStatements: Record<string, string> };
};
type Client = Knex.Client & {
  _query(connection: Connection, query: Query): Promise<Query>;
};

/** What PostgreSQL says of a plan whose table was changed meanwhile, by a migration. */
export const outdatedPlan = "0A000";

/** In milliseconds. A BEGIN is answered at once, unless the line has died in silence. */
const patienceForBegin = 3000;

/** As many statements as a connection keeps; when there are more, all are forgotten and planned anew as they come. */
const capacity = 250;
const names = new Map<string, string>();
let generation = 0;
const generationOf = new WeakMap<Connection, number>();

/** What has failed first in a connection's transaction. */
const failures = new WeakMap<Connection, unknown>();

/**
 * Knex's client for PostgreSQL, but a statement is planned once in a connection: planning takes longer than most of
 * them run (docs/decisions/bench.md). A connection that did not answer in time (`query_timeout`) is closed, and so is one
 * whose server only reads by now. Statements leave in the order in which they are asked for, before any is answered
 * (`db/together.server.ts`).
 */
export class PreparingClient extends (HostsClient as unknown as new (config: Knex.Config) => Client) {
  async _query(connection: Connection, query: Query): Promise<Query> {
    if (isBegin(query.sql)) failures.delete(connection);
    const start = performance.now();
    try {
      const answer = await super._query(connection, this.prepared(connection, query));
      // PostgreSQL answers a COMMIT after a failure by rolling back; where nobody has waited for what failed, it counts now.
      if (query.sql === "COMMIT;" && answer.response?.command === "ROLLBACK") throw failures.get(connection);
      return answer;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (message === "Query read timeout" || code === readOnly) connection.__knex__disposed = error;
      if (connection.__knexTxId && !failures.has(connection)) failures.set(connection, error);
      if (code !== outdatedPlan) throw error;
      forgetStatements(); // all plans of before are suspect
      if (connection.__knexTxId) throw error; // the transaction is lost; `transact` tries it again
      return super._query(connection, this.prepared(connection, query));
    } finally {
      noteTime(query.sql, performance.now() - start);
    }
  }

  /** The statement under its name; a search is planned for its words each time. */
  private prepared(connection: Connection, query: Query): Query {
    const { sql, options } = query;
    if (isBegin(sql)) return { ...query, options: { ...options, query_timeout: patienceForBegin } };
    if (!/^\s*(select|with|insert|update|delete)\b/i.test(sql) || /\blike\b/i.test(sql)) return query;
    let name = names.get(sql);
    if (!name) {
      if (names.size === capacity) forgetStatements();
      name = `office ${generation}.${names.size}`;
      names.set(sql, name);
    }
    const current = generationOf.get(connection) ?? generation;
    generationOf.set(connection, generation);
    if (current !== generation) {
      connection.connection.parsedStatements = {};
      super._query(connection, { sql: "DEALLOCATE ALL" }).catch(() => {}); // the statement behind it fails too
    }
    return { ...query, options: { ...options, name } };
  }
}

const isBegin = (sql: string) => /^begin\b/i.test(sql);

function forgetStatements() {
  names.clear();
  generation++;
}
