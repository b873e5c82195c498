import type { Knex } from "knex";

const latinName = "CHECK (%s ~ '^[A-Z'' -]{1,39}$')";
const parts = ["surname_latin", "given_names_latin", "name_latin"];

const digits = "regexp_replace(NEW.phone, '[^0-9+]', '', 'g')";
const papers = String.raw`E'\n ' || coalesce(NEW.national_id, '') || E'\n ' || NEW.phone
    || E'\n ' || ${digits} || E'\n ' || coalesce(NEW.passport_number, '')`;

/** A search finds a name in both scripts. The whole Latin name stands there only where it says more than its parts. */
const names = `concat_ws(' ', '', NEW.name, NEW.surname_latin, NEW.given_names_latin,
    nullif(NEW.name_latin, concat_ws(' ', NEW.surname_latin, NEW.given_names_latin)))`;

/** @param name the first line of the search, of which alone a search by name is */
const keepSearch = (name: string) => String.raw`
      CREATE OR REPLACE FUNCTION keep_customers_search() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND NEW.phone <> OLD.phone AND NEW.phone_e164 = OLD.phone_e164
          AND right(regexp_replace(NEW.phone, '[^0-9]', '', 'g'), 6) <> right(NEW.phone_e164, 6)
        THEN NEW.phone_e164 := NULL; END IF;
        NEW.search := fold(${name} || ${papers} || E'\n ' || coalesce(NEW.phone_e164, ''));
        RETURN NEW;
      END $$`;

/**
 * Names for those who read no Arabic (rulings §6). A customer's are as in the passport: letters A to Z, blanks, hyphens and
 * apostrophes, at most 39. Those of the office, of hotels and of cities are any Latin text.
 *
 * Cities get times, as whatever is changed by a form has them: two people who edit one are told of each other by updated_at.
 */
export async function up(knex: Knex) {
  for (const column of parts)
    await knex.raw(`ALTER TABLE customers ADD COLUMN ${column} text ${latinName.replace("%s", column)}`);
  await knex.raw(keepSearch(names));
  await knex.raw(`
    ALTER TABLE hotels ADD COLUMN name_latin text;
    ALTER TABLE company_info ADD COLUMN name_latin text, ADD COLUMN address_latin text;
    ALTER TABLE cities ADD COLUMN name_latin text,
      ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT now(),
      ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now();
    CREATE TRIGGER touch BEFORE UPDATE ON cities FOR EACH ROW EXECUTE FUNCTION touch()`);
}

export async function down(knex: Knex) {
  await knex.raw(keepSearch("' ' || NEW.name"));
  await knex.raw(`
    UPDATE customers SET name = name WHERE name_latin IS NOT NULL;
    ${parts.map((column) => `ALTER TABLE customers DROP COLUMN ${column};`).join(" ")}
    ALTER TABLE hotels DROP COLUMN name_latin;
    ALTER TABLE company_info DROP COLUMN name_latin, DROP COLUMN address_latin;
    DROP TRIGGER touch ON cities;
    ALTER TABLE cities DROP COLUMN name_latin, DROP COLUMN created_at, DROP COLUMN updated_at`);
}
