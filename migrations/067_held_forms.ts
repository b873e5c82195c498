import type { Knex } from "knex";

/**
 * What was typed in a form that was sent after its session had ended, for an hour (docs/decisions/typed-work.md): the fields without
 * secrets, for the user whose form it was, under the hash of what the browser alone knows. No trail is kept, since nothing was done.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE TABLE held_forms (
      id_hash text PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      path text NOT NULL,
      fields jsonb NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    );
    CREATE INDEX ON held_forms (user_id, created_at)`);
}

export async function down(knex: Knex) {
  await knex.raw("DROP TABLE held_forms");
}
