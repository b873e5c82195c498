import type { Knex } from "knex";

/** What else there is to say of a contract, such as the number that it had before it was imported. */
export async function up(knex: Knex) {
  await knex.raw("ALTER TABLE contracts ADD COLUMN notes text");
}

export async function down(knex: Knex) {
  await knex.raw("ALTER TABLE contracts DROP COLUMN notes");
}
