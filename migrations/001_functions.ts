import type { Knex } from "knex";

const sameLetter = { ا: "أإآٱ", ي: "ىیئ", ه: "ةہ", و: "ؤ", ك: "ک" };
const latinDigits = "0123456789";
const otherDigits = "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹";
const dropped = [
  "\u0640\u064B\u064C\u064D\u064E\u064F\u0650\u0651\u0652\u0653\u0654\u0655\u0656\u0670", // tatweel, diacritics
  "\u061C\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069", // joiners, bidi marks
].join("");

const from = Object.values(sameLetter).join("") + otherDigits + dropped;
const to =
  Object.entries(sameLetter)
    .map(([letter, others]) => letter.repeat(others.length))
    .join("") +
  latinDigits +
  latinDigits;

/**
 * fold(text) is what a search compares (rulings §4). touch() moves updated_at at every change, also twice within
 * a millisecond, so that a form read before the change is always recognised as stale.
 */
export async function up(knex: Knex) {
  await knex.raw("CREATE EXTENSION IF NOT EXISTS pg_trgm");
  await knex.raw(`
    CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$ SELECT translate(lower(value), '${from}', '${to}') $$`);
  await knex.raw(`
    CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.updated_at := greatest(clock_timestamp(), OLD.updated_at + interval '1 millisecond');
      RETURN NEW;
    END $$`);
}

export async function down(knex: Knex) {
  await knex.raw("DROP FUNCTION touch(); DROP FUNCTION fold(text)");
}
