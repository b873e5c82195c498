import type { Knex } from "knex";

/**
 * package_cost: what the package cost the office when the contract was signed, in the contract's currency and unrounded, so
 * that the profit of a campaign stays what it was. Contracts that are there already get what their package costs today.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE contracts ADD package_cost numeric NOT NULL DEFAULT 0
      CHECK (package_cost >= 0 AND package_cost <> 'NaN');
    ALTER TABLE contracts DISABLE TRIGGER USER;
    UPDATE contracts SET package_cost = round(total_cost::numeric(80, 40) / exchange_rate, 24)
      FROM packages, currencies
      WHERE packages.id = package_id AND currencies.id = contracts.currency_id;
    ALTER TABLE contracts ENABLE TRIGGER USER;
  `);
}

export async function down(knex: Knex) {
  await knex.raw("ALTER TABLE contracts DROP package_cost");
}
