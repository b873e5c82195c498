import type { Socket } from "node:net";
import type { Knex } from "knex";
import { noteTime } from "~/metrics.server";
import { readOnly } from "./hosts.js";
import { SharingClient } from "./shared-connections.server";

type Query = { sql: string; options?: object; response?: { command: string } };
type Connection = {
  __knexTxId?: string;
  /** Knex's pool closes a connection with this mark instead of handing it out again. */
  __knex__disposed?: unknown;
  /** node-postgres' record of the statements that the server holds for this connection, by name. */
  connection: { parsedStatements: Record<string, string>; stream: Socket };
};
type Transaction = Knex.Transaction & { begin(connection: Connection): Promise<unknown> };
type Client = Knex.Client & {
  _query(connection: Connection, query: Query): Promise<Query>;
};

/** PostgreSQL's error code for a plan that a migration's change of the table has made invalid. */
export const outdatedPlan = "0A000";

/** In milliseconds. A BEGIN is answered at once unless the connection is dead. */
const patienceForBegin = 3000;

/** The most statements that a connection keeps. Beyond it all are forgotten, and each is planned again when it comes. */
const capacity = 250;
const names = new Map<string, string>();
let generation = 0;
const generationOf = new WeakMap<Connection, number>();

/** The first failure in a connection's transaction. */
const failures = new WeakMap<Connection, unknown>();

/**
 * Knex's client for PostgreSQL, which plans a statement only once in a connection: planning takes longer than running most of
 * them (docs/decisions/bench-history.md). It closes a connection that did not answer in time (`query_timeout`) and one whose server
 * has become read-only. It sends statements in order without waiting for answers (`db/together.server.ts`).
 */
export class PreparingClient extends (SharingClient as unknown as new (config: Knex.Config) => Client) {
  /** A transaction that does not wait for its BEGIN: the first statements leave with it, and fail if it does. */
  transaction(container: unknown, config: unknown, outer: unknown): Transaction {
    const transaction = super.transaction(container, config, outer) as Transaction;
    const begin = transaction.begin.bind(transaction);
    transaction.begin = async (connection) => {
      begin(connection);
    };
    return transaction;
  }

  async _query(connection: Connection, query: Query): Promise<Query> {
    if (isBegin(query.sql)) failures.delete(connection);
    const start = performance.now();
    sendTogether(connection.connection.stream);
    try {
      const answer = await super._query(connection, this.prepared(connection, query));
      // PostgreSQL answers a COMMIT after a failure by rolling back. If nobody waited for the statement that failed, its error is
      // thrown here.
      if (query.sql === "COMMIT;" && answer.response?.command === "ROLLBACK") throw failures.get(connection);
      return answer;
    } catch (error) {
      if (isLostObject(error)) error.code = outdatedPlan;
      const { code, message } = error as { code?: string; message: string };
      // after a BEGIN that failed the transaction may be open: Knex does not end it
      if (message === "Query read timeout" || code === readOnly || isBegin(query.sql))
        connection.__knex__disposed = error;
      if (connection.__knexTxId && !failures.has(connection)) failures.set(connection, error);
      if (code !== outdatedPlan) throw error;
      forgetStatements(); // any older plan may be invalid too
      if (connection.__knexTxId) throw error; // the transaction is lost; `transact` tries it again
      return super._query(connection, this.prepared(connection, query));
    } finally {
      noteTime(query.sql, performance.now() - start);
    }
  }

  /** Gives the statement a name. A search has no name, since PostgreSQL plans it better for its actual words. */
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
      // if it fails, the next statement fails too and reports it
      super._query(connection, { sql: "DEALLOCATE ALL" }).catch(() => {});
    }
    return { ...query, options: { ...options, name } };
  }
}

/** Sends what is written to a socket before the event loop turns in one packet: each write is a system call, and each packet wakes PostgreSQL. */
function sendTogether(socket: Socket) {
  if (socket.writableCorked) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}

/** PostgreSQL drops no plan whose collation is made anew. The plan fails with its code for internal errors. */
const isLostObject = (error: unknown): error is { code: string } =>
  error instanceof Error &&
  "code" in error &&
  error.code === "XX000" &&
  error.message.includes("cache lookup failed");

const isBegin = (sql: string) => /^begin\b/i.test(sql);

function forgetStatements() {
  names.clear();
  generation++;
}
