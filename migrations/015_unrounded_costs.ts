import type { Knex } from "knex";

/**
 * A package's cost is kept as it was reckoned and rounded where it is shown: in another default currency it stays the
 * very cost, and what it is now can be told apart from what it was when it was saved.
 */
export async function up(knex: Knex) {
  await knex.raw("ALTER TABLE packages ALTER total_cost TYPE numeric");
}

export async function down(knex: Knex) {
  await knex.raw("ALTER TABLE packages ALTER total_cost TYPE numeric(20, 4)");
}
