import type { Knex } from "knex";
import { keepEntriesOfEvents } from "./062_events_of_closed_periods";
import { settleContracts } from "./063_contracts_follow_entries";

/**
 * A receipt costs PostgreSQL less. `settle_contracts` and `keep_entries` have one plan for all their calls, which PostgreSQL would make anew
 * for each array. The first notes what it has settled, so that the end of the transaction settles only what was entered after it. A
 * document's first entries are written without asking which of them exist.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION settle_contracts(ids integer[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$ BEGIN
      UPDATE contracts SET paid_amount = paid, refunded_amount = refunded
      FROM unnest(ids) AS of (contract_id), LATERAL (
        SELECT coalesce(-sum(amount) FILTER (WHERE document = 'receipt' OR cause LIKE 'allocation%'), 0) AS paid,
          coalesce(sum(amount) FILTER (WHERE document = 'payment' OR cause LIKE 'release%'), 0) AS refunded
        FROM entries WHERE entries.contract_id = of.contract_id AND document <> 'contract') AS sums
      WHERE contracts.id = of.contract_id AND (paid_amount, refunded_amount) <> (paid, refunded);
      -- the last entry so far, then the contracts that follow it
      PERFORM set_config('office.settled', (pg_sequence_last_value(pg_get_serial_sequence('entries', 'id')) || ids::bigint[])::text, true);
    END $$;

    CREATE OR REPLACE FUNCTION settle_contract() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE settled bigint[] := nullif(current_setting('office.settled', true), '');
    BEGIN
      IF NEW.id <= settled[1] AND NEW.contract_id = ANY (settled[2:]) THEN RETURN NULL; END IF;
      PERFORM settle_contracts(ARRAY[NEW.contract_id]);
      RETURN NULL;
    END $$`);
  await knex.raw(keepEntriesOfEvents.replace("BEGIN", `BEGIN${firstEntries}`));
  await knex.raw(
    "ALTER FUNCTION keep_entries(text, integer, entry_line[], boolean, timestamptz) SET plan_cache_mode = force_generic_plan",
  );
}

const firstEntries = `
    IF corrects AND NOT EXISTS (SELECT FROM entries WHERE document = kind AND document_id = of) THEN
      INSERT INTO entries (document, document_id, date, amount, is_event, customer_id, agent_id, supplier_id, currency_code, cause,
        document_number, description, contract_id, invoice_id, item_number, voucher_amount, voucher_code, voucher_rate, base_code, base_rate, created_at)
      SELECT kind, of, coalesce(date, event_day(lines[1].date, at)), amount, is_event, customer_id, agent_id, supplier_id, currency_code, cause,
        document_number, description, contract_id, invoice_id, item_number, voucher_amount, voucher_code, voucher_rate,
        (SELECT code FROM currencies WHERE is_default), (SELECT exchange_rate FROM currencies WHERE code = currency_code), at
      FROM unnest(lines) WHERE amount <> 0;
      RETURN;
    END IF;`;

export async function down(knex: Knex) {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION settle_contract() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$ BEGIN
      PERFORM settle_contracts(ARRAY[NEW.contract_id]);
      RETURN NULL;
    END $$`);
  await knex.raw("ALTER FUNCTION settle_contracts(integer[]) RESET ALL");
  await knex.raw(
    settleContracts(
      "document = 'receipt' OR cause LIKE 'allocation%'",
      "document = 'payment' OR cause LIKE 'release%'",
    ),
  );
  await knex.raw(keepEntriesOfEvents);
}
