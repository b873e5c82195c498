// @ts-expect-error Knex has types for its transactions, but not at this path
import PostgresTransaction from "knex/lib/dialects/postgres/execution/pg-transaction.js";

/** @typedef {import("knex").Knex.Transaction & { query(connection: object, sql: string): Promise<unknown> }} Transaction */
const KnexTransaction = /** @type {new (...args: any) => Transaction} */ (PostgresTransaction);

/**
 * Knex's transaction that does not wait for the answer to its BEGIN: the first statements leave together with it. If the BEGIN
 * fails, so does the transaction.
 */
export class EagerTransaction extends KnexTransaction {
  /**
   * @param {import("knex").Knex.Client} client
   * @param {unknown} container
   * @param {{ opening?: string }} config `opening` is SQL that is sent with the BEGIN
   * @param {unknown} outer
   */
  constructor(client, container, config, outer) {
    super(client, container, config, outer);
    this.opening = config?.opening ?? "";
  }

  /** @param {object} connection */
  async begin(connection) {
    this.query(connection, `BEGIN;${this.opening}`);
  }
}
