import type { Knex } from "knex";

/**
 * The schedule of a contract's payments: `[{"due_date": "2026-03-01", "amount": "400.00"}, …]` in its currency, by due date; null
 * for a contract whose whole price is due on its date (rulings §6). It is a column of the contract, so that the sum can be checked
 * in the same row. A change of the schedule alone books nothing, so a closed period does not refuse it (docs/decisions/instalments.md).
 *
 * instalments_of(contract, paid) gives the parts of a contract, with what of them is paid when `paid` is paid in all: the oldest
 * first. No allocation of receipts is stored. A cancelled contract has nothing left to pay.
 *
 * down_payment_percent and payment_lead_days are the usual terms of a campaign: what is paid at signing, and how many days before
 * its start the last instalment is due.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE FUNCTION schedule_total(schedule jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
      SELECT sum((part ->> 'amount')::numeric) FROM jsonb_array_elements(schedule) AS part
    $$;
    ALTER TABLE contracts ADD schedule jsonb,
      ADD CONSTRAINT contracts_schedule_is_total CHECK (schedule_total(schedule) = total_amount),
      ADD CONSTRAINT contracts_schedule_has_parts CHECK (schedule <> '[]');

    CREATE FUNCTION instalments_of(contract contracts, paid numeric)
      RETURNS TABLE (place bigint, due_date date, amount numeric, paid_amount numeric, remaining_amount numeric)
      LANGUAGE sql STABLE AS $$
      SELECT place, due_date, amount, amount - unpaid, CASE WHEN contract.status = 'cancelled' THEN 0 ELSE unpaid END
      FROM (SELECT place, due_date, amount, least(amount, greatest(sum(amount) OVER (ORDER BY place) - paid, 0)) AS unpaid
            FROM ROWS FROM (jsonb_to_recordset(coalesce(contract.schedule, jsonb_build_array(jsonb_build_object(
              'due_date', contract.contract_date, 'amount', contract.total_amount)))) AS (due_date date, amount numeric))
              WITH ORDINALITY AS part (due_date, amount, place)) AS part
    $$;

    DROP TRIGGER closed_period_at_update ON contracts;
    CREATE TRIGGER closed_period_at_update BEFORE UPDATE ON contracts FOR EACH ROW
      WHEN (OLD.paid_amount = NEW.paid_amount AND (OLD.schedule IS NOT DISTINCT FROM NEW.schedule OR
        (OLD.status, OLD.total_amount, OLD.currency_id, OLD.contract_date, OLD.customer_id, OLD.campaign_id, OLD.package_id) IS DISTINCT FROM
        (NEW.status, NEW.total_amount, NEW.currency_id, NEW.contract_date, NEW.customer_id, NEW.campaign_id, NEW.package_id)))
      EXECUTE FUNCTION keep_period_closed('contract_date');

    ALTER TABLE campaigns ADD down_payment_percent numeric(5, 2) CHECK (down_payment_percent BETWEEN 0 AND 100),
      ADD payment_lead_days integer CHECK (payment_lead_days BETWEEN 0 AND 365)`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    ALTER TABLE campaigns DROP COLUMN payment_lead_days, DROP COLUMN down_payment_percent;
    DROP TRIGGER closed_period_at_update ON contracts;
    CREATE TRIGGER closed_period_at_update BEFORE UPDATE ON contracts FOR EACH ROW
      WHEN (OLD.paid_amount = NEW.paid_amount) EXECUTE FUNCTION keep_period_closed('contract_date');
    DROP FUNCTION instalments_of(contracts, numeric);
    ALTER TABLE contracts DROP COLUMN schedule;
    DROP FUNCTION schedule_total(jsonb)`);
}
