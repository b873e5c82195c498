import type { Knex } from "knex";

/**
 * What the dashboard counts each day (docs/decisions/dashboard.md). oldest_due: the due date of a contract's oldest part that is
 * not paid; infinity if nothing is left to pay. An index holds it, so that overdue contracts are found without reading all.
 * visa_wait_days: after how many days the dashboard names a visa that has no decision.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE FUNCTION oldest_due(schedule jsonb, contract_date date, total numeric, paid numeric, status text)
      RETURNS date LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN status = 'cancelled' OR paid >= total THEN 'infinity'::date
        WHEN schedule IS NULL THEN contract_date
        ELSE (SELECT min(due_date) FROM (
          SELECT due_date, sum(amount) OVER (ORDER BY place) AS until
          FROM ROWS FROM (jsonb_to_recordset(schedule) AS (due_date date, amount numeric))
            WITH ORDINALITY AS part (due_date, amount, place)) AS parts WHERE until > paid) END
    $$;
    CREATE INDEX contracts_oldest_due ON contracts
      (oldest_due(schedule, contract_date, total_amount, paid_amount, status));
    CREATE INDEX visas_pending ON visas (submission_date) WHERE status = 'pending';
    ALTER TABLE company_info ADD visa_wait_days integer NOT NULL DEFAULT 14 CHECK (visa_wait_days BETWEEN 1 AND 365)`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    ALTER TABLE company_info DROP COLUMN visa_wait_days;
    DROP INDEX visas_pending, contracts_oldest_due;
    DROP FUNCTION oldest_due(jsonb, date, numeric, numeric, text)`);
}
