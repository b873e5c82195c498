import type { Knex } from "knex";
import { reword } from "./071_hidden_parties";
import { departure as departureThen, linesOfEarnings as linesThen } from "./104_post_journal";

/**
 * What a closing is expected to earn is read once, for lines (`drafts_of_earnings`) and for sums (the trial balance), and knows each contract's journey by a
 * join: it was looked up contract by contract, among all groups of its campaign.
 */
export async function up(knex: Knex) {
  await knex.raw(`${earnings}; ${linesOfEarnings}`);
  for (const { of, from, to } of rewordings) await knex.raw(reword(of, from, to));
}

export async function down(knex: Knex) {
  for (const { of, from, to } of rewordings.toReversed()) await knex.raw(reword(of, to, from));
  await knex.raw(`
    DROP FUNCTION lines_of_earnings(numeric, numeric, boolean, text, text);
    DROP FUNCTION earnings_until(date, integer, integer)`);
}

/** A contract's journey, of a query of contracts and their campaigns (journey.md, 3). */
const journey = `
      LEFT JOIN group_members ON group_members.campaign_id = contracts.campaign_id AND group_members.customer_id = contracts.customer_id
      LEFT JOIN groups ON groups.id = group_id LEFT JOIN trips ON trips.id = trip_id`;

const departure = "departure_of(groups, trips, campaigns)";

/** What stands in deferred sales of the contracts from one to another, of journeys that departed up to a day or that an earlier closing earned. */
const earnings = `
  CREATE FUNCTION earnings_until(until date, first integer DEFAULT 0, last integer DEFAULT 2147483647)
  RETURNS TABLE (contract_id integer, currency_code text, base_code text, amount numeric, base_amount numeric, is_sale boolean) LANGUAGE sql STABLE AS $$
    WITH held AS (
      SELECT contract_id, currency_code, base_code, sum(amount) AS amount, sum(base_amount) AS base_amount FROM journal_lines
      WHERE account = 'deferred_sales' AND date <= until AND contract_id BETWEEN first AND last GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 OR sum(base_amount) <> 0)
    SELECT held.*, held.amount <> 0 AND sign(held.amount) * held.base_amount >= 0
    FROM held JOIN journal_contracts USING (contract_id) JOIN contracts ON contracts.id = held.contract_id
      JOIN campaigns ON campaigns.id = contracts.campaign_id${journey}
    WHERE closing_id IS NOT NULL OR ${departure} <= until
  $$`;

/** The lines that earn an amount: to sales, or what only rates left as a difference. */
const linesOfEarnings = `
  CREATE FUNCTION lines_of_earnings(amount numeric, base_amount numeric, is_sale boolean, currency_code text, base_code text)
  RETURNS TABLE (turn integer, account text, code text, amount_of_line numeric, worth numeric) LANGUAGE sql IMMUTABLE AS $$
    SELECT * FROM (VALUES
      (1, 'deferred_sales', currency_code, -amount, CASE WHEN is_sale THEN -base_amount ELSE 0 END),
      (2, 'sales', currency_code, amount, CASE WHEN is_sale THEN base_amount ELSE 0 END),
      (3, 'deferred_sales', base_code, -base_amount, -base_amount),
      (4, 'exchange_differences', base_code, base_amount, base_amount)) AS of (turn, account, code, amount_of_line, worth)
    WHERE CASE WHEN turn > 2 THEN NOT is_sale AND base_amount <> 0 ELSE amount <> 0 END
  $$`;

const rewordings = [
  {
    of: "drafts_of_earnings(date, integer, integer, integer)",
    from: linesThen,
    to: `    WITH line AS (
      SELECT contract_id, base_code, contract_number, customers.name AS party, campaigns.name AS campaign, turn, account AS of_account, amount_of_line AS of_amount, worth, code
      FROM earnings_until(until, first, last) AS earned JOIN contracts ON contracts.id = contract_id
      JOIN customers ON customers.id = contracts.customer_id JOIN campaigns ON campaigns.id = contracts.campaign_id,
      LATERAL lines_of_earnings(amount, base_amount, is_sale, currency_code, base_code))`,
  },
  {
    of: "close_journal_of(period_closings)",
    from: `FROM contracts, campaigns
    WHERE is_deferred AND closing_id IS NULL AND contracts.id = contract_id AND campaigns.id = contracts.campaign_id
      AND contract_date <= closing.closed_until AND ${departureThen} <= closing.closed_until`,
    to: `FROM contracts JOIN campaigns ON campaigns.id = contracts.campaign_id${journey}
    WHERE is_deferred AND closing_id IS NULL AND contracts.id = contract_id
      AND contract_date <= closing.closed_until AND ${departure} <= closing.closed_until`,
  },
];
