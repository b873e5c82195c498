import type { Knex } from "knex";
import { dropTotals, rightsOn } from "./002_totals";

/**
 * What a contract owes is the sum of its entries, whatever its status (docs/decisions/ledger.md): above zero it remains to be paid, below
 * zero it is to be given back. So a discount may take a total below what was paid, and a cancelled contract may owe what is left of its fee.
 *
 * `settle_contracts` writes what entries say was paid and refunded. The application calls it once for all contracts of a transaction,
 * so that their totals are locked in one order; what it forgets is settled at the end of the transaction.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE contracts
      ALTER remaining_amount DROP EXPRESSION, ALTER remaining_amount SET DEFAULT 0,
      ALTER refundable_amount DROP EXPRESSION, ALTER refundable_amount SET DEFAULT 0,
      ALTER next_due_date DROP EXPRESSION,
      DROP CONSTRAINT contracts_not_overpaid, DROP CONSTRAINT contracts_not_refunded_twice,
      ADD CONSTRAINT contracts_schedule_has_days CHECK (total_amount = 0 OR next_due_date(schedule, contract_date, total_amount, 0) IS NOT NULL);

    CREATE FUNCTION derive_contract() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE owed numeric := CASE WHEN stands(NEW.status) THEN NEW.total_amount ELSE NEW.cancellation_fee END - NEW.paid_amount + NEW.refunded_amount;
    BEGIN
      NEW.remaining_amount := greatest(owed, 0);
      NEW.refundable_amount := greatest(-owed, 0);
      NEW.next_due_date := next_due_date(NEW.schedule, NEW.contract_date, NEW.total_amount, NEW.paid_amount - NEW.refunded_amount);
      RETURN NEW;
    END $$;
    CREATE TRIGGER derive BEFORE INSERT OR UPDATE ON contracts FOR EACH ROW EXECUTE FUNCTION derive_contract();

    ALTER TABLE contracts DISABLE TRIGGER USER, ENABLE TRIGGER derive;
    UPDATE contracts SET status = status WHERE NOT stands(status);
    ALTER TABLE contracts ENABLE TRIGGER USER;

    ${settleContracts("document = 'receipt'", "document = 'payment'")};
    CREATE FUNCTION settle_contract() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$ BEGIN
      PERFORM settle_contracts(ARRAY[NEW.contract_id]);
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER settle_contract AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
      WHEN (NEW.contract_id IS NOT NULL AND NEW.document <> 'contract') EXECUTE FUNCTION settle_contract()`);
  await keepAnew(knex, "remaining_amount > 0", "total_amount, paid_amount, remaining_amount");
}

/** Writes what entries say that contracts were paid, and that was given back of them; by conditions on entries. */
export const settleContracts = (paid: string, refunded: string) => `
  CREATE OR REPLACE FUNCTION settle_contracts(ids integer[]) RETURNS void LANGUAGE sql AS $$
    UPDATE contracts SET paid_amount = paid, refunded_amount = refunded
    FROM (
      SELECT of.id, coalesce(-sum(amount) FILTER (WHERE ${paid}), 0) AS paid, coalesce(sum(amount) FILTER (WHERE ${refunded}), 0) AS refunded
      FROM unnest(ids) AS of (id) LEFT JOIN entries ON contract_id = of.id AND document <> 'contract' GROUP BY of.id) AS sums
    WHERE contracts.id = sums.id AND (paid_amount, refunded_amount) <> (paid, refunded)
  $$`;

/** Makes the contracts' totals anew, with the rights that the server's role had. */
async function keepAnew(knex: Knex, isOwing: string, sums: string) {
  const names = ["contracts_monthly_totals", "contracts_owing_totals", "contracts_totals"];
  const rights = await rightsOn(knex, names);
  await dropTotals(knex, ...names);
  await knex.raw(`
    SELECT keep_totals('contracts', '{"currency_id": "currency_id", "status": "status"}', '{${sums}}');
    SELECT keep_totals('contracts', '{"status": "status", "is_owing": "remaining_amount > 0"}', totals => 'contracts_owing_totals');
    SELECT keep_totals('contracts', '{"month": "date_trunc(''month'', contract_date)::date", "status": "status",
      "is_owing": "${isOwing}", "campaign_id": "campaign_id", "package_id": "package_id",
      "currency_id": "currency_id"}', '{${sums}, package_cost}', 'contracts_monthly_totals');
    CREATE INDEX contracts_monthly_totals_of_campaign ON contracts_monthly_totals (campaign_id)`);
  for (const right of rights) await knex.raw(right);
}

/** Is refused while a contract owes what the schema before cannot say. Its generated columns come back as the last ones. */
export async function down(knex: Knex) {
  const { rows } = await knex.raw(`
    SELECT contract_number FROM contracts
    WHERE paid_amount > total_amount OR CASE WHEN stands(status) THEN refunded_amount > 0 ELSE remaining_amount > 0 END
    ORDER BY id LIMIT 10`);
  if (rows.length)
    throw new Error(
      `Paid beyond their total, refunded while they stand, or owing a fee: ${rows.map(({ contract_number }: { contract_number: string }) => contract_number)}`,
    );
  await knex.raw(`
    DROP TRIGGER settle_contract ON entries;
    DROP FUNCTION settle_contract();
    DROP FUNCTION settle_contracts(integer[]);
    DROP TRIGGER derive ON contracts;
    DROP FUNCTION derive_contract();
    ALTER TABLE contracts DROP CONSTRAINT contracts_schedule_has_days, DROP COLUMN remaining_amount, DROP COLUMN refundable_amount, DROP COLUMN next_due_date;
    ALTER TABLE contracts
      ADD remaining_amount numeric(20, 4) NOT NULL GENERATED ALWAYS AS (total_amount - paid_amount) STORED,
      ADD next_due_date date GENERATED ALWAYS AS (next_due_date(schedule, contract_date, total_amount, paid_amount)) STORED,
      ADD refundable_amount numeric(20, 4) NOT NULL GENERATED ALWAYS AS (
        CASE status WHEN 'cancelled' THEN paid_amount ELSE 0 END - cancellation_fee - refunded_amount) STORED,
      ADD CONSTRAINT contracts_not_overpaid CHECK (paid_amount <= total_amount),
      ADD CONSTRAINT contracts_not_refunded_twice CHECK (refundable_amount >= 0);
    CREATE INDEX contracts_refundable ON contracts (customer_id) WHERE refundable_amount > 0;
    CREATE INDEX contracts_due ON contracts (next_due_date) WHERE status <> 'cancelled'`);
  await keepAnew(knex, "total_amount > paid_amount", "total_amount, paid_amount");
}
