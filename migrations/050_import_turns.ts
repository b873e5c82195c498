import type { Knex } from "knex";

/** Whether who imports waits until another's import is through; like `progress`, it is written outside of the transaction. */
export async function up(knex: Knex) {
  await knex.raw("ALTER TABLE import_rows ADD COLUMN waiting boolean NOT NULL DEFAULT false");
}

export async function down(knex: Knex) {
  await knex.raw("ALTER TABLE import_rows DROP COLUMN waiting");
}
