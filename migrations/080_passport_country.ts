import type { Knex } from "knex";

/** What an airline's passport list says of a passport: the country that issued it, where that is not the holder's own; and where he was born. */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE customers
      ADD COLUMN passport_country text CHECK (passport_country ~ '^[A-Z]{3}$'),
      ADD COLUMN birth_place text`);
}

export async function down(knex: Knex) {
  await knex.raw("ALTER TABLE customers DROP COLUMN passport_country, DROP COLUMN birth_place");
}
