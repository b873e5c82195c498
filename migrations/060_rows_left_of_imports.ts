import type { Knex } from "knex";

/**
 * The rows of an uploaded file are kept with all of its columns, known or not: the heading of each, and the field that it is
 * read as, or null. What could not be imported is given back as it came. Fields are headings that files may have.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE import_rows ADD COLUMN heads jsonb;
    UPDATE import_rows SET heads = columns;
    ALTER TABLE import_rows ALTER COLUMN heads SET NOT NULL, DROP COLUMN ignored`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DELETE FROM imports WHERE done_at IS NULL;
    DELETE FROM import_rows;
    ALTER TABLE import_rows DROP COLUMN heads, ADD COLUMN ignored jsonb NOT NULL`);
}
