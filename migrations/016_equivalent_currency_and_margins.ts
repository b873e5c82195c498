import type { Knex } from "knex";

/**
 * equivalent_currency_id: what a voucher's equivalent is told in, the contract's currency or, without a contract, the
 * base of that time, which may be another by now. Of older vouchers without a contract: their own currency where the
 * rate was 1, else the base. A margin is any number of three digits, in or out of the range that makes a price
 * (spec §9): what the column can hold.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE receipt_vouchers ADD equivalent_currency_id integer REFERENCES currencies;
    ALTER TABLE receipt_vouchers DISABLE TRIGGER USER;
    UPDATE receipt_vouchers SET equivalent_currency_id = coalesce(
      (SELECT currency_id FROM contracts WHERE contracts.id = contract_id),
      CASE WHEN exchange_rate_at_payment = 1 THEN currency_id END,
      (SELECT id FROM currencies WHERE is_default));
    ALTER TABLE receipt_vouchers ENABLE TRIGGER USER;
    ALTER TABLE receipt_vouchers ALTER equivalent_currency_id SET NOT NULL;
    ALTER TABLE packages DROP CONSTRAINT packages_profit_margin_check;
  `);
}

export async function down(knex: Knex) {
  await knex.raw(`
    ALTER TABLE packages ADD CHECK (profit_margin BETWEEN 0 AND 100) NOT VALID;
    ALTER TABLE receipt_vouchers DROP equivalent_currency_id;
  `);
}
