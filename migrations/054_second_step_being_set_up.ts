import type { Knex } from "knex";

/**
 * The secret of a second step that is being set up belongs to the session that asked for it, and goes with it; `second_steps`
 * keeps those that are on (docs/decisions/second-step.md).
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE sessions ADD set_up_secret text, ADD set_up_at timestamptz(3);
    DELETE FROM second_steps WHERE confirmed_at IS NULL`);
}

export async function down(knex: Knex) {
  await knex.raw("ALTER TABLE sessions DROP set_up_secret, DROP set_up_at");
}
