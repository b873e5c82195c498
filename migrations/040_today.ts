import type { Knex } from "knex";

/**
 * What the dashboard counts each day (docs/decisions/dashboard.md).
 * visa_wait_days: after how many days it names a visa that has no decision.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE INDEX visas_pending ON visas (submission_date) WHERE status = 'pending';
    ALTER TABLE company_info ADD visa_wait_days integer NOT NULL DEFAULT 14 CHECK (visa_wait_days BETWEEN 1 AND 365)`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    ALTER TABLE company_info DROP COLUMN visa_wait_days;
    DROP INDEX visas_pending`);
}
