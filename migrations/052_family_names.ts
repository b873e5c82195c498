import type { Knex } from "knex";

/**
 * A family's name has a letter or a digit that search keeps: two strangers with «ـ» for a family would be of one. Such names from before are
 * taken away; their rooms stay as they are until somebody changes them.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    UPDATE group_members SET family = NULL WHERE btrim(fold(family)) = '';
    ALTER TABLE group_members ADD CONSTRAINT family_is_named CHECK (btrim(fold(family)) <> '')`);
}

export async function down(knex: Knex) {
  await knex.raw("ALTER TABLE group_members DROP CONSTRAINT family_is_named");
}
