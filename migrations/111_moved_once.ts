import type { Knex } from "knex";

/** A contract is moved to one other contract, which is found by it, while the office runs (110). */
export const config = { transaction: false };

export async function up(knex: Knex) {
  await down(knex); // an index that a broken run left is not valid
  await knex.raw(
    "CREATE UNIQUE INDEX CONCURRENTLY contracts_moved_from ON contracts (moved_from_id) WHERE moved_from_id IS NOT NULL",
  );
}

export async function down(knex: Knex) {
  await knex.raw("DROP INDEX CONCURRENTLY IF EXISTS contracts_moved_from");
}
