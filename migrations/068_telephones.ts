import type { Knex } from "knex";

/** What a search of a table compares, as `009_customers` and `020_agents_and_suppliers` have it. */
const searches: Record<string, (row: string) => string> = {
  customers: (
    row,
  ) => String.raw`' ' || ${row}name || E'\n ' || coalesce(${row}national_id, '') || E'\n ' || ${row}phone
    || E'\n ' || regexp_replace(${row}phone, '[^0-9+]', '', 'g') || E'\n ' || coalesce(${row}passport_number, '')`,
  agents: partner,
  suppliers: (row) => String.raw`${partner(row)} || E'\n ' || coalesce(${row}contact_person, '')`,
};

function partner(row: string) {
  return String.raw`' ' || ${row}name || E'\n ' || ${row}phone
    || E'\n ' || regexp_replace(${row}phone, '[^0-9+]', '', 'g') || E'\n ' || coalesce(${row}email, '')`;
}

/**
 * A telephone number's international form beside what was typed (docs/decisions/telephones.md): null until it is read, blank
 * where the number has none. The application fills it in, and reads what is null in batches. Until now `search` was generated:
 * to generate it anew, PostgreSQL would write the whole table while nobody else may use it. So it becomes a column that a
 * trigger keeps, with the values that it has.
 * A number that is changed by a version of the application that knows no international form loses the one it had.
 * `others` of an import are the lines of whom somebody has said that they are not the customer of the same number.
 * Reading a number changes no record: it leaves neither a line in the trail nor a newer updated_at.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE company_info ADD country text NOT NULL DEFAULT 'SA' CHECK (country ~ '^[A-Z]{2}$'), ADD phone_e164 text;
    DROP TRIGGER trail ON company_info;
    SELECT keep_trail('company_info', 'name', '{phone_e164}');
    ALTER TABLE import_rows ADD others integer[] NOT NULL DEFAULT '{}'`);
  for (const [table, search] of Object.entries(searches))
    await knex.raw(String.raw`
      ALTER TABLE ${table} ADD phone_e164 text, ALTER COLUMN search DROP EXPRESSION;
      CREATE FUNCTION keep_${table}_search() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND NEW.phone <> OLD.phone AND NEW.phone_e164 = OLD.phone_e164
          AND right(regexp_replace(NEW.phone, '[^0-9]', '', 'g'), 6) <> right(NEW.phone_e164, 6)
        THEN NEW.phone_e164 := NULL; END IF;
        NEW.search := fold(${search("NEW.")} || E'\n ' || coalesce(NEW.phone_e164, ''));
        RETURN NEW;
      END $$;
      CREATE TRIGGER keep_search BEFORE INSERT OR UPDATE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION keep_${table}_search();
      DROP TRIGGER touch ON ${table};
      CREATE TRIGGER touch BEFORE UPDATE ON ${table} FOR EACH ROW
        WHEN (OLD.phone_e164 IS NOT DISTINCT FROM NEW.phone_e164
          OR to_jsonb(OLD) - 'phone_e164' - 'search' <> to_jsonb(NEW) - 'phone_e164' - 'search')
        EXECUTE FUNCTION touch();
      DROP TRIGGER trail ON ${table};
      SELECT keep_trail('${table}', 'name', '{search,phone_e164}')`);
}

export async function down(knex: Knex) {
  for (const [table, search] of Object.entries(searches)) {
    await knex.raw(`
      DROP TRIGGER keep_search ON ${table};
      DROP FUNCTION keep_${table}_search();
      DROP TRIGGER trail ON ${table};
      DROP TRIGGER touch ON ${table};
      CREATE TRIGGER touch BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION touch();
      ALTER TABLE ${table} DROP search, DROP phone_e164;
      ALTER TABLE ${table} ADD search text GENERATED ALWAYS AS (fold(${search("")})) STORED;
      CREATE INDEX ${table}_search ON ${table} USING gin (search gin_trgm_ops);
      SELECT keep_trail('${table}', 'name')`);
  }
  await knex.raw(String.raw`
    CREATE INDEX customers_names ON customers USING gin (split_part(search, E'\n', 1) gin_trgm_ops);
    ALTER TABLE customers ALTER COLUMN search SET STATISTICS 1000;
    ALTER INDEX customers_names ALTER COLUMN 1 SET STATISTICS 1000;
    DROP TRIGGER trail ON company_info;
    ALTER TABLE company_info DROP country, DROP phone_e164;
    SELECT keep_trail('company_info', 'name');
    ALTER TABLE import_rows DROP others`);
}
