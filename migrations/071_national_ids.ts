import type { Knex } from "knex";

/**
 * A national id is one customer's however it is written: a passport's machine-readable zone has no hyphens, a card has them. It is
 * compared as other numbers of papers are (051), hyphens and dots aside. Customers who have one id in two spellings from before
 * keep it, and are named by the command: each counts by its id in the index.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE FUNCTION national_id_key(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
      RETURN regexp_replace(paper_number_key(number), '[-.]', '', 'g');
    LOCK TABLE customers IN SHARE MODE`);
  const { rows: doubles } = await knex.raw<{ rows: { id: number; national_id: string }[] }>(
    `SELECT id, national_id
     FROM (SELECT id, national_id, row_number() OVER (PARTITION BY national_id_key(national_id) ORDER BY id) AS place
           FROM customers WHERE national_id IS NOT NULL) AS numbered
     WHERE place > 1 ORDER BY id`,
  );
  for (const { id, national_id } of doubles)
    console.warn(`Customer ${id} has a national id that an older record has too: ${national_id}`);
  const apart = doubles.length
    ? `, (CASE WHEN id IN (${doubles.map(({ id }) => id)}) THEN id ELSE 0 END)`
    : "";
  await knex.raw(
    `CREATE UNIQUE INDEX customers_national_id_once ON customers (national_id_key(national_id)${apart})`,
  );
}

export async function down(knex: Knex) {
  await knex.raw("DROP INDEX customers_national_id_once; DROP FUNCTION national_id_key(text)");
}
