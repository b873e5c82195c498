import type { Knex } from "knex";

/**
 * The campaign that a document is spent on. One without a campaign is general. A voucher to an agent, a supplier or a customer
 * names none: what the office owes them is in their invoices and contracts, and would count twice.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE invoices ADD campaign_id integer REFERENCES campaigns;
    ALTER TABLE payment_vouchers ADD campaign_id integer REFERENCES campaigns,
      ADD CONSTRAINT payment_vouchers_campaign CHECK (campaign_id IS NULL OR beneficiary_type IN ('expense', 'other'));
    CREATE INDEX ON invoices (campaign_id, kind) WHERE campaign_id IS NOT NULL;
    CREATE INDEX ON payment_vouchers (campaign_id) WHERE campaign_id IS NOT NULL`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    ALTER TABLE payment_vouchers DROP COLUMN campaign_id;
    ALTER TABLE invoices DROP COLUMN campaign_id`);
}
