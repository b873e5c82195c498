import type { Knex } from "knex";

/** What travel needs of a passport beside its number; a nationality is an ISO 3166 alpha-3 code (rulings §4). */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE customers
      ADD COLUMN nationality text CHECK (nationality ~ '^[A-Z]{3}$'),
      ADD COLUMN passport_issue_date date,
      ADD COLUMN passport_expiry date,
      ADD CONSTRAINT customers_passport_dates CHECK (passport_expiry > passport_issue_date);
    CREATE INDEX ON customers (nationality, id DESC)`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    ALTER TABLE customers
      DROP COLUMN nationality, DROP COLUMN passport_issue_date, DROP COLUMN passport_expiry`);
}
