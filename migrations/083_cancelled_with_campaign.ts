import type { Knex } from "knex";

/** Whether a contract was cancelled together with the others of its cancelled campaign: what a bulk cancelling has done is counted by it. */
export async function up(knex: Knex) {
  await knex.raw(`ALTER TABLE contracts ADD cancelled_with_campaign boolean NOT NULL DEFAULT false`);
}

export async function down(knex: Knex) {
  await knex.raw(`ALTER TABLE contracts DROP COLUMN cancelled_with_campaign`);
}
