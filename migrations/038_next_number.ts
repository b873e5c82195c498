import type { Knex } from "knex";

/**
 * next_number(prefix, day) gives the next number of a kind and year, such as `RV-2026-00001`: none is given twice, none is
 * left out. Whoever else wants one of the series waits until the commit, so that it is asked for by the statement that
 * inserts the document (docs/decisions/round-trips.md).
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE FUNCTION next_number(kind text, day date) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE
      given integer;
    BEGIN
      INSERT INTO document_numbers AS kept (prefix, year, last) VALUES (kind, extract(year FROM day), 1)
        ON CONFLICT (prefix, year) DO UPDATE SET last = kept.last + 1 RETURNING last INTO given;
      RETURN format('%s-%s-%s', kind, extract(year FROM day), lpad(given::text, greatest(5, length(given::text)), '0'));
    END $$`);
}

export async function down(knex: Knex) {
  await knex.raw("DROP FUNCTION next_number(text, date)");
}
