import type { Knex } from "knex";

/**
 * The booked seats of a campaign are the sum of its rows among the contracts' totals (docs/decisions/totals.md). The primary key of
 * these does not begin with the campaign.
 */
export const config = { transaction: false };

export async function up(knex: Knex) {
  await down(knex);
  await knex.raw(`CREATE INDEX CONCURRENTLY contracts_monthly_totals_of_campaign
    ON contracts_monthly_totals (campaign_id)`);
}

export async function down(knex: Knex) {
  await knex.raw("DROP INDEX CONCURRENTLY IF EXISTS contracts_monthly_totals_of_campaign");
}
