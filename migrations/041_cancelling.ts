import type { Knex } from "knex";

/**
 * Of a cancelled contract, in its currency: the day, the reason, the fee that the office keeps, and what was given back to the
 * customer. refundable_amount is what is still to be given back. The database refuses to make it negative, so a refund, a fee and a
 * receipt that is taken back never exceed what was paid, and a contract with a refund stays cancelled.
 *
 * The voucher of a refund names the contract. Its settled_amount is then in the contract's currency, and exchange_rate_at_payment is
 * the rate to it (docs/decisions/cancelling.md).
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE contracts ADD cancelled_on date, ADD cancellation_reason text,
      ADD cancellation_fee numeric(20, 4) NOT NULL DEFAULT 0 CHECK (cancellation_fee >= 0 AND cancellation_fee <> 'NaN'),
      ADD refunded_amount numeric(20, 4) NOT NULL DEFAULT 0 CHECK (refunded_amount >= 0 AND refunded_amount <> 'NaN'),
      ADD refundable_amount numeric(20, 4) NOT NULL GENERATED ALWAYS AS (
        CASE status WHEN 'cancelled' THEN paid_amount ELSE 0 END - cancellation_fee - refunded_amount) STORED,
      ADD CONSTRAINT contracts_not_refunded_twice CHECK (refundable_amount >= 0),
      ADD CONSTRAINT contracts_cancelled_on CHECK (status = 'cancelled' OR (cancelled_on IS NULL AND cancellation_reason IS NULL)),
      ADD CONSTRAINT contracts_fee_has_day CHECK (cancellation_fee = 0 OR cancelled_on IS NOT NULL);
    CREATE INDEX contracts_fees ON contracts (cancelled_on) WHERE cancellation_fee > 0;
    CREATE INDEX contracts_refundable ON contracts (customer_id) WHERE refundable_amount > 0;

    -- What vouchers pay or give back changes no document.
    DROP TRIGGER closed_period_at_update ON contracts;
    CREATE TRIGGER closed_period_at_update BEFORE UPDATE ON contracts FOR EACH ROW
      WHEN (OLD.paid_amount = NEW.paid_amount AND OLD.refunded_amount = NEW.refunded_amount
        AND (OLD.schedule IS NOT DISTINCT FROM NEW.schedule OR
        (OLD.status, OLD.total_amount, OLD.currency_id, OLD.contract_date, OLD.customer_id, OLD.campaign_id, OLD.package_id) IS DISTINCT FROM
        (NEW.status, NEW.total_amount, NEW.currency_id, NEW.contract_date, NEW.customer_id, NEW.campaign_id, NEW.package_id)))
      EXECUTE FUNCTION keep_period_closed('contract_date');
    -- A fee is revenue of its day.
    CREATE TRIGGER closed_cancellation BEFORE UPDATE ON contracts FOR EACH ROW
      WHEN ((OLD.cancelled_on, OLD.cancellation_fee) IS DISTINCT FROM (NEW.cancelled_on, NEW.cancellation_fee))
      EXECUTE FUNCTION keep_period_closed('cancelled_on');

    ALTER TABLE payment_vouchers ADD contract_id integer REFERENCES contracts,
      ALTER settled_amount TYPE numeric(20, 4),
      DROP CONSTRAINT payment_vouchers_check2,
      ADD CONSTRAINT payment_vouchers_settlement CHECK (
        num_nonnulls(invoice_id, contract_id) <= 1
        AND num_nonnulls(coalesce(invoice_id, contract_id), settled_amount, exchange_rate_at_payment) IN (0, 3)),
      ADD CONSTRAINT payment_vouchers_refund CHECK (contract_id IS NULL OR beneficiary_type = 'customer');
    CREATE INDEX ON payment_vouchers (contract_id) WHERE contract_id IS NOT NULL`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    ALTER TABLE payment_vouchers DROP CONSTRAINT payment_vouchers_settlement, DROP CONSTRAINT payment_vouchers_refund;
    UPDATE payment_vouchers SET contract_id = NULL, settled_amount = NULL, exchange_rate_at_payment = NULL
      WHERE contract_id IS NOT NULL`);
  await knex.raw(`
    ALTER TABLE payment_vouchers DROP COLUMN contract_id, ALTER settled_amount TYPE numeric(20, 2),
      ADD CONSTRAINT payment_vouchers_check2 CHECK (num_nonnulls(invoice_id, settled_amount, exchange_rate_at_payment) IN (0, 3));
    DROP TRIGGER closed_cancellation ON contracts;
    DROP TRIGGER closed_period_at_update ON contracts;
    CREATE TRIGGER closed_period_at_update BEFORE UPDATE ON contracts FOR EACH ROW
      WHEN (OLD.paid_amount = NEW.paid_amount AND (OLD.schedule IS NOT DISTINCT FROM NEW.schedule OR
        (OLD.status, OLD.total_amount, OLD.currency_id, OLD.contract_date, OLD.customer_id, OLD.campaign_id, OLD.package_id) IS DISTINCT FROM
        (NEW.status, NEW.total_amount, NEW.currency_id, NEW.contract_date, NEW.customer_id, NEW.campaign_id, NEW.package_id)))
      EXECUTE FUNCTION keep_period_closed('contract_date');
    ALTER TABLE contracts DROP COLUMN refundable_amount, DROP COLUMN refunded_amount, DROP COLUMN cancellation_fee,
      DROP COLUMN cancellation_reason, DROP COLUMN cancelled_on`);
}
