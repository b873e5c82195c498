import type { Knex } from "knex";

/**
 * receipt_vouchers_daily_totals: what came in by the day, and by what it came, kept by the writes; a report of a year reads
 * some thousands of rows in the place of all receipts (docs/decisions/reports.md). The campaign is that of the contract, 0
 * without one. Payments are fewer, and counted.
 *
 * keep_totals(table, keys, sums, totals) is that of 019 for a second table of totals, under a name of its own.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    DO $do$ BEGIN
      EXECUTE replace(replace(pg_get_functiondef('keep_totals(text, jsonb, text[])'::regprocedure),
        'sums text[])', 'sums text[], totals text)'),
        'totals text := counted || ''_totals'';', '');
    END $do$`);
  await knex.raw(
    "SELECT keep_totals('receipt_vouchers', ?, '{amount}', 'receipt_vouchers_daily_totals')",
    JSON.stringify({
      date: "date",
      currency_id: "currency_id",
      payment_method: "payment_method",
      account_id: "account_id",
      campaign_id: "coalesce((SELECT campaign_id FROM contracts WHERE contracts.id = contract_id), 0)",
      status: "status",
    }),
  );
}

export async function down(knex: Knex) {
  await knex.raw("DROP TABLE receipt_vouchers_daily_totals");
  for (const event of ["insert", "update", "delete"])
    await knex.raw(`DROP FUNCTION keep_receipt_vouchers_daily_totals_at_${event}() CASCADE`);
  await knex.raw("DROP FUNCTION keep_totals(text, jsonb, text[], text)");
}
