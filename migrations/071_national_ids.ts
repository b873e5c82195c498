import type { Knex } from "knex";
import { makeUnique } from "./051_paper_numbers";

/**
 * A national id is one customer's however it is written: a passport's machine-readable zone has no hyphens, a card has them. It is
 * compared as other numbers of papers are (051), hyphens and dots aside. Customers who have one id in two spellings from before
 * keep it, as those of one passport's number do.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE FUNCTION national_id_key(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
      RETURN regexp_replace(paper_number_key(number), '[-.]', '', 'g');
    LOCK TABLE customers IN SHARE MODE`);
  await makeUnique(knex, "national_id", "national_id_key", "national_id", "a national id");
}

export async function down(knex: Knex) {
  await knex.raw("DROP INDEX customers_national_id_once; DROP FUNCTION national_id_key(text)");
}
