import type { Knex } from "knex";

/**
 * The agent who brought the customer of a contract, their rate in percent, and why it is not the agent's own rate (rulings §6). What is
 * earned follows from paid_amount and is not stored (docs/decisions/shares.md).
 *
 * commission_parts: what an invoice of the agent pays of each contract's commission, in the contract's currency, the rate of that
 * day, and the same in riyals. A negative part takes back what was invoiced before. The parts of a cancelled invoice do not count,
 * and those of a deleted invoice go with it.
 *
 * minor_unit(code): the number of a currency's decimals by ISO 4217, as money.server.ts has it.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE FUNCTION minor_unit(code text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT CASE
        WHEN code IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF',
          'XAG', 'XAU', 'XBA', 'XBB', 'XBC', 'XBD', 'XDR', 'XOF', 'XPD', 'XPF', 'XPT', 'XSU', 'XTS', 'XUA', 'XXX') THEN 0
        WHEN code IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3
        WHEN code IN ('CLF', 'UYW') THEN 4
        ELSE 2 END
    $$;
    ALTER TABLE contracts ADD agent_id integer REFERENCES agents,
      ADD commission_rate numeric(5, 2) CHECK (commission_rate BETWEEN 0 AND 100),
      ADD commission_reason text,
      ADD CONSTRAINT contracts_commission CHECK (
        (agent_id IS NULL) = (commission_rate IS NULL) AND (commission_reason IS NULL OR agent_id IS NOT NULL));
    CREATE INDEX ON contracts (agent_id, id DESC) WHERE agent_id IS NOT NULL;
    CREATE TABLE commission_parts (
      invoice_id integer NOT NULL REFERENCES invoices ON DELETE CASCADE,
      contract_id integer NOT NULL REFERENCES contracts,
      amount numeric(20, 4) NOT NULL CHECK (amount <> 0 AND amount <> 'NaN'),
      exchange_rate numeric NOT NULL CHECK (exchange_rate > 0 AND exchange_rate < 'Infinity'),
      riyals numeric(20, 2) NOT NULL CHECK (riyals <> 'NaN'),
      PRIMARY KEY (invoice_id, contract_id)
    );
    CREATE INDEX ON commission_parts (contract_id);
    SELECT keep_link_audit_log('commission_parts', 'invoice_id', 'invoices', 'invoice_number', 'contract_id', 'contracts',
      'contract_number')`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DROP TABLE commission_parts;
    ALTER TABLE contracts DROP COLUMN agent_id, DROP COLUMN commission_rate, DROP COLUMN commission_reason;
    DROP FUNCTION minor_unit(text)`);
}
