import type { Knex } from "knex";

const sameLetter = { ا: "أإآٱ", ي: "ىیئ", ه: "ةہ", و: "ؤ", ك: "ک" };
const latinDigits = "0123456789";
const otherDigits = "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹";
const removed = [
  "\u0640\u064B\u064C\u064D\u064E\u064F\u0650\u0651\u0652\u0653\u0654\u0655\u0656\u0670", // tatweel, diacritics
  "\u061C\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069", // joiners, bidi marks
].join("");

export const from = Object.values(sameLetter).join("") + otherDigits + removed;
export const to =
  Object.entries(sameLetter)
    .map(([letter, others]) => letter.repeat(others.length))
    .join("") +
  latinDigits +
  latinDigits;

/** Characters without width, and marks of direction: Unicode's category Cf. */
const invisible =
  "\\u00AD\\u0600-\\u0605\\u061C\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\U000E0001\\U000E0020-\\U000E007F";

/**
 * fold(text) is what a search compares (rulings §4).
 *
 * touch() moves updated_at at every change. Two changes within a millisecond give two times, so that a form that was read
 * before the second is always recognised as stale.
 *
 * keep_as_it_is() refuses every change of a table to which rows are only added.
 *
 * paper_number_key(number) is the same for two spellings of one number: it ignores case, blanks, invisible characters, the
 * width of letters and digits (NFKC), the kind of digits and the look of hyphens. Passports and visas are unique by it.
 * national_id_key(number) ignores hyphens and dots too: a card has them, a passport's machine-readable zone has not.
 */
export async function up(knex: Knex) {
  await knex.raw("CREATE EXTENSION IF NOT EXISTS pg_trgm");
  await knex.raw(`
    CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$ SELECT translate(lower(value), '${from}', '${to}') $$;

    CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.updated_at := greatest(clock_timestamp(), OLD.updated_at + interval '1 millisecond');
      RETURN NEW;
    END $$;

    CREATE FUNCTION keep_as_it_is() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is only added to', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
    END $$;

    CREATE FUNCTION paper_number_key(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
      RETURN upper(regexp_replace(
        regexp_replace(normalize(translate(number, '${otherDigits}', '${latinDigits + latinDigits}'), NFKC),
          '[\\u2010-\\u2015\\u2212]', '-', 'g'),
        '[\\s${invisible}]', '', 'g'));
    CREATE FUNCTION visa_number_key(visa_number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
      RETURN paper_number_key(visa_number);
    CREATE FUNCTION national_id_key(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
      RETURN regexp_replace(paper_number_key(number), '[-.]', '', 'g')`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DROP FUNCTION national_id_key(text), visa_number_key(text), paper_number_key(text), keep_as_it_is(), touch(), fold(text)`);
}
