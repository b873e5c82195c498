import type { Knex } from "knex";

/** What has no width, and marks of direction: Unicode's category Cf. */
const unseen =
  "\\u00AD\\u0600-\\u0605\\u061C\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\U000E0001\\U000E0020-\\U000E007F";
const digits = "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹";

/**
 * paper_number_key(<a number that another gave>) is what two spellings of one number share: case, blanks, what is unseen, the width
 * of letters and digits (NFKC), Arabic digits and the look of hyphens aside. By it a visa's number and a passport's are unique.
 * Customers who have one passport's number from before keep it, and are named by the command: each counts by its id in the index.
 * An office that has applied 057 has the index of an older key there: it is made anew, as 057 makes it now.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE FUNCTION paper_number_key(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
      RETURN upper(regexp_replace(
        regexp_replace(normalize(translate(number, '${digits}', '01234567890123456789'), NFKC), '[\\u2010-\\u2015\\u2212]', '-', 'g'),
        '[\\s${unseen}]', '', 'g'));
    CREATE OR REPLACE FUNCTION visa_number_key(visa_number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
      RETURN paper_number_key(visa_number);
    LOCK TABLE customers IN SHARE MODE`);
  await makeUnique(knex, "passport_number", "paper_number_key", "passport", "a passport number");
  if (await hasVisaIndex(knex)) await indexVisaNumbers(knex);
}

/**
 * Makes a column of customers unique by a key of its numbers. Those who have one number from before keep it, and are named: each
 * counts by its id in the index.
 */
export async function makeUnique(knex: Knex, column: string, key: string, index: string, told: string) {
  const { rows: doubles } = await knex.raw<{ rows: { id: number; number: string }[] }>(
    `SELECT id, number
     FROM (SELECT id, ${column} AS number, row_number() OVER (PARTITION BY ${key}(${column}) ORDER BY id) AS place
           FROM customers WHERE ${column} IS NOT NULL) AS numbered
     WHERE place > 1 ORDER BY id`,
  );
  for (const { id, number } of doubles)
    console.warn(`Customer ${id} has ${told} that an older record has too: ${number}`);
  const apart = doubles.length
    ? `, (CASE WHEN id IN (${doubles.map(({ id }) => id)}) THEN id ELSE 0 END)`
    : "";
  await knex.raw(`CREATE UNIQUE INDEX customers_${index}_once ON customers (${key}(${column})${apart})`);
}

export async function down(knex: Knex) {
  await knex.raw("DROP INDEX customers_passport_once");
  if (await hasVisaIndex(knex)) {
    await knex.raw(`
      CREATE OR REPLACE FUNCTION visa_number_key(visa_number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
        RETURN upper(regexp_replace(visa_number, '\\s', '', 'g'))`);
    await indexVisaNumbers(knex);
  } else {
    await knex.raw("DROP FUNCTION visa_number_key(text)");
  }
  await knex.raw("DROP FUNCTION paper_number_key(text)");
}

const hasVisaIndex = (knex: Knex) => knex.schema.hasColumn("visas", "number_repeats");

/**
 * Of each number the visa that was approved first keeps it, and the others are marked (number_repeats), so that the office works
 * on and its clerks correct them on their screens (docs/decisions/visas.md).
 */
export async function indexVisaNumbers(knex: Knex) {
  await knex.raw(`
    DROP INDEX IF EXISTS visas_number_once, visas_number_repeats;
    UPDATE visas SET number_repeats = place > 1
    FROM (SELECT id, row_number() OVER (PARTITION BY visa_number_key(visa_number) ORDER BY approval_date, id) AS place
          FROM visas WHERE visa_number IS NOT NULL) AS numbered
    WHERE numbered.id = visas.id AND number_repeats <> (place > 1);
    CREATE UNIQUE INDEX visas_number_once ON visas (visa_number_key(visa_number)) WHERE NOT number_repeats;
    CREATE INDEX visas_number_repeats ON visas (visa_number_key(visa_number)) WHERE number_repeats`);
}
