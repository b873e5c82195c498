import type { Knex } from "knex";

/** Offers get their names while the office runs. */
export const config = { transaction: false };

const tables = ["offers", "offer_travellers"];

/** The names of a customer as a search folds them: the first line of what customers are searched by (docs/decisions/offers.md). */
const namesOf = (customer: string) =>
  `(SELECT split_part(search, E'\\n', 1) FROM customers WHERE id = ${customer})`;

/**
 * Offers are searched by the names of their customers and companions, of which a word or a letter may fit nearly all, while few of them have an offer. So
 * an offer keeps the names of its customer, and each companion's line his own. No one changes the offer when a customer's name changes.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION derive_names() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.names := coalesce(${namesOf("NEW.customer_id")}, '');
      RETURN NEW;
    END $$;
    CREATE OR REPLACE FUNCTION keep_names_of_offers() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      before text := coalesce(current_setting('office.folds_names', true), '');
    BEGIN
      PERFORM set_config('office.folds_names', 'true', true);
      UPDATE offers SET names = split_part(NEW.search, E'\\n', 1) WHERE customer_id = NEW.id;
      UPDATE offer_travellers SET names = split_part(NEW.search, E'\\n', 1) WHERE customer_id = NEW.id;
      PERFORM set_config('office.folds_names', before, true);
      RETURN NULL;
    END $$`);
  for (const table of tables)
    await knex.raw(`
      ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS names text NOT NULL DEFAULT '';
      CREATE OR REPLACE TRIGGER derive BEFORE INSERT OR UPDATE OF customer_id ON ${table} FOR EACH ROW EXECUTE FUNCTION derive_names()`);
  await knex.raw(`
    CREATE OR REPLACE TRIGGER keep_names_of_offers AFTER UPDATE ON customers FOR EACH ROW
      WHEN (split_part(OLD.search, E'\\n', 1) IS DISTINCT FROM split_part(NEW.search, E'\\n', 1))
      EXECUTE FUNCTION keep_names_of_offers()`);
  await auditLog(knex, "{contents_id,names}");
  for (const table of tables) {
    await knex.transaction(async (trx) => {
      await trx.raw("SELECT set_config('office.folds_names', 'true', true)");
      await trx.raw(`UPDATE ${table} SET names = coalesce(${namesOf("customer_id")}, '') WHERE names = ''`);
    });
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_names`); // of a run that was killed
    await knex.raw(`CREATE INDEX CONCURRENTLY ${table}_names ON ${table} USING gin (names gin_trgm_ops)`);
  }
}

export async function down(knex: Knex) {
  await knex.raw("DROP TRIGGER IF EXISTS keep_names_of_offers ON customers");
  await auditLog(knex, "{contents_id}");
  for (const table of tables)
    await knex.raw(
      `DROP TRIGGER IF EXISTS derive ON ${table}; ALTER TABLE ${table} DROP COLUMN IF EXISTS names`,
    );
  await knex.raw("DROP FUNCTION IF EXISTS derive_names(), keep_names_of_offers()");
}

/** @param leftOut the columns of which the audit log of offers says nothing */
const auditLog = (knex: Knex, leftOut: string) =>
  knex.raw(`
    BEGIN;
    DROP TRIGGER audit_log ON offers;
    SELECT keep_audit_log('offers', 'offer_number', '${leftOut}');
    COMMIT`);
