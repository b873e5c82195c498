import type { Knex } from "knex";

/**
 * The discount of a contract in its currency, its reason, and the user and day of the decision (rulings §6). total_amount is what is
 * owed, so the price is total_amount + discount_amount; nothing else of the contract changes (docs/decisions/discounts.md).
 *
 * discount_limit_percent: how much of the price users may give who do not hold manage_financials.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE contracts
      ADD discount_amount numeric(20, 4) NOT NULL DEFAULT 0 CHECK (discount_amount >= 0 AND discount_amount <> 'NaN'),
      ADD discount_reason text, ADD discounted_on date, ADD discounted_by integer REFERENCES users,
      ADD CONSTRAINT contracts_discount_is_decided CHECK (CASE WHEN discount_amount > 0
        THEN (discount_reason, discounted_on, discounted_by) IS NOT NULL
        ELSE (discount_reason, discounted_on, discounted_by) IS NULL END);
    CREATE INDEX ON contracts (discounted_on) WHERE discounted_on IS NOT NULL;
    ALTER TABLE company_info ADD discount_limit_percent numeric(5, 2) NOT NULL DEFAULT 0
      CHECK (discount_limit_percent BETWEEN 0 AND 100)`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    ALTER TABLE company_info DROP COLUMN discount_limit_percent;
    ALTER TABLE contracts DROP COLUMN discount_amount, DROP COLUMN discount_reason, DROP COLUMN discounted_on,
      DROP COLUMN discounted_by`);
}
