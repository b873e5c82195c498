import type { Knex } from "knex";
import { HostsClient } from "./hosts-client.js";

type Client = Knex.Client & {
  runner(builder: object): object;
  /** Set in the client of a transaction, which has a connection already. */
  transacting?: boolean;
};
type Share = { statements: number; connection: Promise<object> };

/** The most statements that share a connection: PostgreSQL runs them one after the other, and the last waits for all. */
const most = 4;

/**
 * Knex's client, whose statements share a connection if they are asked in the same turn of the event loop: they leave in one packet and wake one
 * process of PostgreSQL. node-postgres ends each by a Sync, so one that fails does not fail the others. A transaction has its connection alone, and so has a
 * statement with a time limit of its own, which would pass while another waits for a lock.
 */
export class SharingClient extends (HostsClient as unknown as new (config: Knex.Config) => Client) {
  /** The connection that statements of this turn join. */
  private turn: Share | undefined;
  private readonly shares = new WeakMap<object, Share>();
  /** This client, as those see it who run a statement outside a transaction. */
  private readonly sharing = Object.assign(Object.create(this), {
    acquireConnection: () => this.join(),
    releaseConnection: (connection: object) => this.leave(connection),
  });

  runner(builder: { _timeout?: number }) {
    const runner = super.runner(builder);
    return this.transacting || builder._timeout ? runner : Object.assign(runner, { client: this.sharing });
  }

  private async join(): Promise<object> {
    const share = this.turn ?? this.startTurn();
    if (++share.statements === most) this.turn = undefined;
    const connection = await share.connection;
    this.shares.set(connection, share);
    return connection;
  }

  private startTurn(): Share {
    const share = { statements: 0, connection: this.acquireConnection() };
    this.turn = share;
    process.nextTick(() => {
      if (this.turn === share) this.turn = undefined;
    });
    return share;
  }

  private async leave(connection: object) {
    const share = this.shares.get(connection) as Share;
    if (--share.statements === 0) await this.releaseConnection(connection);
  }
}
