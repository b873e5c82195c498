import type { Knex } from "knex";

/** The contracts of a family are found by the first of them, while the office runs (029). */
export const config = { transaction: false };

export async function up(knex: Knex) {
  await down(knex); // an index that a broken run left is not valid
  await knex.raw(
    "CREATE INDEX CONCURRENTLY contracts_signed_with ON contracts (signed_with) WHERE signed_with IS NOT NULL",
  );
}

export async function down(knex: Knex) {
  await knex.raw("DROP INDEX CONCURRENTLY IF EXISTS contracts_signed_with");
}
