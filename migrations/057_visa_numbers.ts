import type { Knex } from "knex";
import { indexVisaNumbers } from "./051_paper_numbers";

/**
 * A visa number is unique, case and spaces aside (rulings §4). An office may have doubles from before: they are marked
 * (number_repeats). The mark goes with the number, and is no news for the trail.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE visas ADD COLUMN number_repeats boolean NOT NULL DEFAULT false;
    DROP TRIGGER trail ON visas;
    SELECT keep_trail('visas', 'passport_number', '{number_repeats}')`);
  await indexVisaNumbers(knex);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DROP TRIGGER trail ON visas;
    DROP INDEX visas_number_once;
    DROP INDEX visas_number_repeats;
    ALTER TABLE visas DROP COLUMN number_repeats;
    SELECT keep_trail('visas', 'passport_number')`);
}
