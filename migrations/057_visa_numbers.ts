import type { Knex } from "knex";

/**
 * A visa number is unique, case and spaces aside (rulings §4). An office may have doubles from before: of each number the visa
 * that was approved first keeps it, and the others are marked (number_repeats), so that the office works on and its clerks
 * correct them on their screens (docs/decisions/visas.md). The mark goes with the number, and is no news for the trail.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE FUNCTION visa_number_key(visa_number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
      RETURN upper(regexp_replace(visa_number, '\\s', '', 'g'));
    ALTER TABLE visas ADD COLUMN number_repeats boolean NOT NULL DEFAULT false;
    DROP TRIGGER trail ON visas;
    SELECT keep_trail('visas', 'passport_number', '{number_repeats}');
    UPDATE visas SET number_repeats = true
    FROM (SELECT id, row_number() OVER (PARTITION BY visa_number_key(visa_number) ORDER BY approval_date, id) AS place
          FROM visas WHERE visa_number IS NOT NULL) AS numbered
    WHERE numbered.id = visas.id AND place > 1;
    CREATE UNIQUE INDEX visas_number_once ON visas (visa_number_key(visa_number)) WHERE NOT number_repeats;
    CREATE INDEX visas_number_repeats ON visas (visa_number_key(visa_number)) WHERE number_repeats`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DROP TRIGGER trail ON visas;
    DROP INDEX visas_number_once;
    DROP INDEX visas_number_repeats;
    ALTER TABLE visas DROP COLUMN number_repeats;
    DROP FUNCTION visa_number_key(text);
    SELECT keep_trail('visas', 'passport_number')`);
}
