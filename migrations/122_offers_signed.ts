import type { Knex } from "knex";

/**
 * The contracts of an offer are found by it, while the office runs (115). It is signed once: of those who sign together only the first one names nobody with
 * whom he signs.
 */
export const config = { transaction: false };

export async function up(knex: Knex) {
  await down(knex); // an index that a broken run left is not valid
  await knex.raw(
    "CREATE INDEX CONCURRENTLY contracts_of_offer ON contracts (offer_id) WHERE offer_id IS NOT NULL",
  );
  await knex.raw(
    "CREATE UNIQUE INDEX CONCURRENTLY contracts_sign_offer ON contracts (offer_id) WHERE offer_id IS NOT NULL AND signed_with IS NULL",
  );
}

export async function down(knex: Knex) {
  await knex.raw("DROP INDEX CONCURRENTLY IF EXISTS contracts_of_offer");
  await knex.raw("DROP INDEX CONCURRENTLY IF EXISTS contracts_sign_offer");
}
