import type { Knex } from "knex";

/**
 * A cash box in use is counted too: `expected` is its balance at `expected_at`, when the count was saved. What moved after
 * `opened_at`, when its form was opened, is told with it; both are moments of the box (accounts.updated_at), as its movements
 * have them. Null in counts of before.
 */
export async function up(knex: Knex) {
  await knex.raw("ALTER TABLE cash_counts ADD opened_at timestamptz(3), ADD expected_at timestamptz(3)");
}

export async function down(knex: Knex) {
  await knex.raw("ALTER TABLE cash_counts DROP opened_at, DROP expected_at");
}
