import createKnex, { type Knex } from "knex";
import { PreparingClient } from "~/framework/prepared-statements.server";

/** A pool of connections as the office has them. */
export const connectPreparing = (url: string, pool: Knex.PoolConfig, more: Knex.Config = {}) =>
  createKnex({
    client: PreparingClient as unknown as typeof createKnex.Client,
    connection: { connectionString: url, pipeline: true } as Knex.PgConnectionConfig,
    pool,
    ...more,
  });
