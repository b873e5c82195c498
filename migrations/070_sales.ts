import type { Knex } from "knex";
import { linesOfContracts } from "./055_entries_by_triggers";
import { replace } from "./062_events_of_closed_periods";

/**
 * Sales are the entries of contracts: what was signed, and what discounts, cancellings and fees changed of it, each on its own day
 * (docs/decisions/reports.md). Their sums by month are kept for reports of long periods (docs/decisions/totals.md). A deleted contract is no
 * sale of any day: its entries take each other back on their days.
 *
 * `count` is -1 where a contract is cancelled and 1 where it stands again; `cost` is its package's, with that sign.
 *
 * A contract that was signed for nothing has no entry of that; what a smaller discount makes it cost later is an event from nothing.
 */
export const config = { transaction: false };

export async function up(knex: Knex) {
  await down(knex);
  await knex.raw(
    "CREATE INDEX CONCURRENTLY entries_of_contracts_by_day ON entries (date, document_id) WHERE document = 'contract'",
  );
  await knex.transaction(async (trx) => {
    await trx.raw(replace(linesOfContracts).replace(signed, signedOrNothing));
    await trx.raw(`
      LOCK TABLE contracts, entries IN SHARE ROW EXCLUSIVE MODE;
      CREATE VIEW sales AS
        SELECT entries.id, document_id AS contract_id, entries.date, campaign_id, package_id, currency_code, cause, count, amount,
          count * package_cost AS cost
        FROM entries JOIN contracts ON contracts.id = document_id,
        LATERAL (SELECT CASE cause WHEN 'cancelling' THEN sign(amount) ELSE 0 END AS count) AS counted
        WHERE document = 'contract';

      CREATE TABLE sales_monthly_totals (
        month date, campaign_id integer, package_id integer, currency_code text, cause text,
        count bigint NOT NULL, amount numeric NOT NULL, cost numeric NOT NULL,
        PRIMARY KEY (month, campaign_id, package_id, currency_code, cause)
      );

      CREATE FUNCTION keep_sales(ids bigint[], direction integer) RETURNS void LANGUAGE sql AS $$
        INSERT INTO sales_monthly_totals AS kept (month, campaign_id, package_id, currency_code, cause, count, amount, cost)
        SELECT date_trunc('month', date)::date, campaign_id, package_id, currency_code, cause,
          direction * sum(count), direction * sum(amount), direction * sum(cost)
        FROM sales WHERE id = ANY (ids) GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT (month, campaign_id, package_id, currency_code, cause)
          DO UPDATE SET count = kept.count + excluded.count, amount = kept.amount + excluded.amount, cost = kept.cost + excluded.cost
      $$;

      -- The contract of an entry that takes back a deletion's is gone: what it had sold was taken from the totals before.
      CREATE FUNCTION keep_sale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$ BEGIN
        PERFORM keep_sales(ARRAY[NEW.id], 1);
        RETURN NULL;
      END $$;
      CREATE TRIGGER keep_sales_monthly_totals_at_insert AFTER INSERT ON entries FOR EACH ROW WHEN (NEW.document = 'contract') EXECUTE FUNCTION keep_sale();

      CREATE FUNCTION keep_sales_of_contract() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$ BEGIN
        PERFORM keep_sales(ARRAY(SELECT id FROM entries WHERE document = 'contract' AND document_id = OLD.id), CASE TG_WHEN WHEN 'BEFORE' THEN -1 ELSE 1 END);
        RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
      END $$;
      CREATE TRIGGER keep_sales_monthly_totals_at_delete BEFORE DELETE ON contracts FOR EACH ROW EXECUTE FUNCTION keep_sales_of_contract();
      CREATE TRIGGER keep_sales_monthly_totals_before_update BEFORE UPDATE ON contracts FOR EACH ROW WHEN (${isOther}) EXECUTE FUNCTION keep_sales_of_contract();
      CREATE TRIGGER keep_sales_monthly_totals_after_update AFTER UPDATE ON contracts FOR EACH ROW WHEN (${isOther}) EXECUTE FUNCTION keep_sales_of_contract();

      INSERT INTO sales_monthly_totals
        SELECT date_trunc('month', date)::date, campaign_id, package_id, currency_code, cause, sum(count), sum(amount), sum(cost)
        FROM sales GROUP BY 1, 2, 3, 4, 5;
      -- Those that were given for nothing have no entry of their cancelling.
      CREATE INDEX contracts_cancelled_for_nothing ON contracts (cancelled_on) WHERE total_amount = 0 AND status = 'cancelled'`);
  });
}

const own = (row: string) =>
  `${row}.total_amount + CASE WHEN ${row}.discounted_on > ${row}.contract_date THEN ${row}.discount_amount ELSE 0 END`;

/** What a contract was signed at, as it was told before, and as it is. */
const signed = `(SELECT sum(amount) FROM entries
         WHERE document = 'contract' AND document_id = contract.id AND entries.cause = 'contract' HAVING count(*) > 0),
        ${own("contract")}
`;
const signedOrNothing = `(SELECT coalesce(sum(amount) FILTER (WHERE entries.cause = 'contract'), 0) FROM entries
         WHERE document = 'contract' AND document_id = contract.id HAVING count(*) > 0),
        CASE WHEN before.id IS NULL THEN ${own("contract")} ELSE ${own("before")} END
`;

/** What sales have of the contract itself. */
const isOther =
  "(OLD.campaign_id, OLD.package_id, OLD.package_cost) IS DISTINCT FROM (NEW.campaign_id, NEW.package_id, NEW.package_cost)";

export async function down(knex: Knex) {
  await knex.raw(replace(linesOfContracts));
  await knex.raw(`
    DROP INDEX IF EXISTS contracts_cancelled_for_nothing;
    DROP TRIGGER IF EXISTS keep_sales_monthly_totals_after_update ON contracts;
    DROP TRIGGER IF EXISTS keep_sales_monthly_totals_before_update ON contracts;
    DROP TRIGGER IF EXISTS keep_sales_monthly_totals_at_delete ON contracts;
    DROP FUNCTION IF EXISTS keep_sales_of_contract();
    DROP TRIGGER IF EXISTS keep_sales_monthly_totals_at_insert ON entries;
    DROP FUNCTION IF EXISTS keep_sale();
    DROP FUNCTION IF EXISTS keep_sales(bigint[], integer);
    DROP TABLE IF EXISTS sales_monthly_totals;
    DROP VIEW IF EXISTS sales`);
  await knex.raw("DROP INDEX CONCURRENTLY IF EXISTS entries_of_contracts_by_day");
}
