import type { Knex } from "knex";

/** The number of statements in an office's database that wait for another's lock. */
export async function waitingIn(knex: Knex): Promise<number> {
  const { rows } = await knex.raw(
    `SELECT count(*)::integer FROM pg_stat_activity
     WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
  );
  return rows[0].count;
}
