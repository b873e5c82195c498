import type { Knex } from "knex";

/**
 * one_time_keys: the answer to a form or call that carried a key, so that sending it again does nothing twice.
 * document_numbers: the last number given per kind and year; a counter row, since count + 1 gives a number twice.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE TABLE one_time_keys (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      key text NOT NULL,
      content_hash text NOT NULL,
      result jsonb,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, key)
    );
    CREATE INDEX ON one_time_keys (created_at);
    CREATE TABLE document_numbers (
      prefix text NOT NULL,
      year integer NOT NULL,
      last integer NOT NULL,
      PRIMARY KEY (prefix, year)
    );
  `);
}

export async function down(knex: Knex) {
  await knex.raw("DROP TABLE document_numbers, one_time_keys");
}
