import type { Knex } from "knex";

const named = ["transportations", "catering_services", "other_services", "groups"];

const digits = "regexp_replace(NEW.phone, '[^0-9+]', '', 'g')";
const papers = String.raw`E'\n ' || coalesce(NEW.national_id, '') || E'\n ' || NEW.phone
    || E'\n ' || ${digits} || E'\n ' || coalesce(NEW.passport_number, '')`;

const names = `'', NEW.name, NEW.surname_latin, NEW.given_names_latin,
    nullif(NEW.name_latin, concat_ws(' ', NEW.surname_latin, NEW.given_names_latin))`;
const inOneWord = `in_one_word(NEW.surname_latin), in_one_word(NEW.given_names_latin),
    in_one_word(nullif(NEW.name_latin, concat_ws(' ', NEW.surname_latin, NEW.given_names_latin)))`;

/** @param parts the names of the first line of the search, of which alone a search by name is */
const keepSearch = (parts: string) => String.raw`
      CREATE OR REPLACE FUNCTION keep_customers_search() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND NEW.phone <> OLD.phone AND NEW.phone_e164 = OLD.phone_e164
          AND right(regexp_replace(NEW.phone, '[^0-9]', '', 'g'), 6) <> right(NEW.phone_e164, 6)
        THEN NEW.phone_e164 := NULL; END IF;
        NEW.search := fold(concat_ws(' ', ${parts}) || ${papers} || E'\n ' || coalesce(NEW.phone_e164, ''));
        RETURN NEW;
      END $$`;

/** Computes the search of all customers again. Their time of change stays, and the audit log leaves out this column. */
const searchAgain = `
    ALTER TABLE customers DISABLE TRIGGER touch;
    UPDATE customers SET search = '' WHERE num_nonnulls(surname_latin, given_names_latin, name_latin) > 0;
    ALTER TABLE customers ENABLE TRIGGER touch`;

/**
 * Names for English papers: of transport, meals, other services and groups in Latin letters, and of users in full, since
 * a supervisor's login name says nothing to a hotel.
 *
 * The customers' search also has each Latin name of several words as one word: «alsaqqaf» finds AL-SAQQAF and AL SAQQAF. The
 * whole name does so only where it is not its parts.
 */
export async function up(knex: Knex) {
  for (const table of named) await knex.raw(`ALTER TABLE ${table} ADD COLUMN name_latin text`);
  await knex.raw("ALTER TABLE users ADD COLUMN full_name text, ADD COLUMN full_name_latin text");
  await knex.raw(`
    CREATE FUNCTION in_one_word(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS
      $$ SELECT CASE WHEN name ~ '[^A-Z]' THEN regexp_replace(name, '[^A-Z]', '', 'g') END $$`);
  await knex.raw(keepSearch(`${names}, ${inOneWord}`));
  await knex.raw(searchAgain);
}

export async function down(knex: Knex) {
  await knex.raw(keepSearch(names));
  await knex.raw(searchAgain);
  await knex.raw("DROP FUNCTION in_one_word(text)");
  await knex.raw("ALTER TABLE users DROP COLUMN full_name, DROP COLUMN full_name_latin");
  for (const table of named) await knex.raw(`ALTER TABLE ${table} DROP COLUMN name_latin`);
}
