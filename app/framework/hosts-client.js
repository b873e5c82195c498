// @ts-expect-error Knex has types for its clients, but not at this path
import PostgresClient from "knex/lib/dialects/postgres/index.js";
import { connectTo } from "./hosts.js";

const Client = /** @type {typeof import("knex").Knex.Client} */ (PostgresClient);

/** Knex's client for PostgreSQL. Its connections lead to the host that takes writes. */
export class HostsClient extends Client {
  async _acquireOnlyConnection() {
    const connection = await connectTo(this.connectionSettings);
    // Knex's pool closes a connection with this mark instead of handing it out again.
    const dispose = (reason = new Error("Connection ended unexpectedly")) => {
      Object.assign(connection, { __knex__disposed: reason });
    };
    connection.on("error", dispose);
    connection.on("end", dispose);
    return connection;
  }
}
