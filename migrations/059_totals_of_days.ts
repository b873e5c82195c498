import type { Knex } from "knex";
import { dropTotals } from "./002_totals";

/**
 * What moved by day: once by account and method, once by what it was for (docs/decisions/totals.md). With both at once the totals would be
 * nearly as many as the movements. is_incoming: what corrects a movement counts on its side. Empty words stand for none.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    LOCK TABLE movements IN SHARE ROW EXCLUSIVE MODE;
    SELECT keep_totals('movements', '{"date": "date", "account_id": "account_id", "account_name": "account_name",
      "is_incoming": "(amount > 0) = (reverses IS NULL)", "is_event": "is_event", "payment_method": "coalesce(payment_method, '''')"}',
      '{line_count,amount}', 'movements_account_totals');
    SELECT keep_totals('movements', '{"date": "date", "account_id": "account_id", "is_event": "is_event", "purpose": "coalesce(purpose, '''')",
      "campaign_id": "coalesce(campaign_id, 0)", "campaign_name": "coalesce(campaign_name, '''')", "expense_id": "coalesce(expense_id, 0)"}',
      '{line_count,amount}', 'movements_purpose_totals');
    CREATE INDEX movements_account_totals_of_account ON movements_account_totals (account_id, date) INCLUDE (is_incoming, amount, line_count)`);
  for (const totals of ["movements_account_totals", "movements_purpose_totals"])
    for (const event of ["insert", "update", "delete"]) // the server's role may not know the totals yet
      await knex.raw(
        `ALTER FUNCTION keep_${totals}_at_${event}() SECURITY DEFINER SET search_path = public, pg_temp`,
      );
}

export async function down(knex: Knex) {
  await dropTotals(knex, "movements_purpose_totals", "movements_account_totals");
}
