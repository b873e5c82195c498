import type { Knex } from "knex";

/**
 * next_due_date: the date of the oldest part of a contract that is not paid; null where all is paid. The database computes it with
 * each write of the row, so that a list finds what is overdue without computing every contract. No index holds it (migration 011).
 *
 * instalments_of takes the columns that it needs instead of the row: to hand over the whole row takes five times as long. A date of a
 * schedule is written YYYY-MM-DD, which every session reads alike, so next_due_date is immutable although casts to date are not.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    DROP FUNCTION instalments_of(contracts, numeric);
    CREATE FUNCTION instalments_of(schedule jsonb, contract_date date, total_amount numeric, paid numeric)
      RETURNS TABLE (place bigint, due_date date, amount numeric, paid_amount numeric, remaining_amount numeric)
      LANGUAGE sql STABLE AS $$
      SELECT 1::bigint, contract_date, total_amount, paid, total_amount - paid WHERE schedule IS NULL
      UNION ALL
      SELECT place, due_date, amount, amount - unpaid, unpaid
      FROM (SELECT place, due_date, amount, least(amount, greatest(sum(amount) OVER (ORDER BY place) - paid, 0)) AS unpaid
            FROM ROWS FROM (jsonb_to_recordset(schedule) AS (due_date date, amount numeric))
              WITH ORDINALITY AS part (due_date, amount, place)) AS part
      WHERE schedule IS NOT NULL
    $$;
    CREATE FUNCTION next_due_date(schedule jsonb, contract_date date, total_amount numeric, paid numeric) RETURNS date
      LANGUAGE sql IMMUTABLE AS $$
      SELECT min(due_date) FROM public.instalments_of(schedule, contract_date, total_amount, paid) WHERE remaining_amount > 0
    $$;
    ALTER TABLE contracts ADD next_due_date date
      GENERATED ALWAYS AS (next_due_date(schedule, contract_date, total_amount, paid_amount)) STORED;
    DROP TRIGGER audit_log ON contracts;
    SELECT keep_audit_log('contracts', 'contract_number', '{signed_with,contents_id}')`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    ALTER TABLE contracts DROP COLUMN next_due_date;
    DROP FUNCTION next_due_date(jsonb, date, numeric, numeric);
    DROP FUNCTION instalments_of(jsonb, date, numeric, numeric);
    DROP TRIGGER audit_log ON contracts;
    SELECT keep_audit_log('contracts', 'contract_number', '{signed_with,contents_id}');
    CREATE FUNCTION instalments_of(contract contracts, paid numeric)
      RETURNS TABLE (place bigint, due_date date, amount numeric, paid_amount numeric, remaining_amount numeric)
      LANGUAGE sql STABLE AS $$
      SELECT place, due_date, amount, amount - unpaid, CASE WHEN contract.status = 'cancelled' THEN 0 ELSE unpaid END
      FROM (SELECT place, due_date, amount, least(amount, greatest(sum(amount) OVER (ORDER BY place) - paid, 0)) AS unpaid
            FROM ROWS FROM (jsonb_to_recordset(coalesce(contract.schedule, jsonb_build_array(jsonb_build_object(
              'due_date', contract.contract_date, 'amount', contract.total_amount)))) AS (due_date date, amount numeric))
              WITH ORDINALITY AS part (due_date, amount, place)) AS part
    $$`);
}
