import type { Knex } from "knex";
import { type Document, documents, enteringOf, linesOfVouchers } from "./055_entries_by_triggers";
import { rewriteAtUpdate, withWords, wordColumns } from "./057_days_of_movements";
import { closedAtUpdate, corrections, replace } from "./062_events_of_closed_periods";
import { causes } from "./064_allocations";

/**
 * Who pays a receipt, and what a voucher without a contract is for (docs/decisions/payers.md). The payer may be another customer than the
 * contract's, an agent, a supplier or a typed name. A service is sold and paid at once, or given back: two entries that sum to nothing.
 *
 * The release before this one writes none of the new columns: its receipts are paid by their customer and are on account. The next
 * migration checks the rows that an office has.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE receipt_vouchers ALTER customer_id DROP NOT NULL,
      ADD payer_type text NOT NULL DEFAULT 'customer',
      ADD agent_id integer REFERENCES agents, ADD supplier_id integer REFERENCES suppliers, ADD payer text,
      ADD service_name text, ADD other_service_id integer REFERENCES other_services;
    ALTER TABLE payment_vouchers ADD service_name text, ADD other_service_id integer REFERENCES other_services;
    COMMENT ON COLUMN receipt_vouchers.payer IS 'the name of a payer who is none of the office''s parties';
    COMMENT ON COLUMN movements.purpose IS 'receipt, income without a contract, or whom a payment was for; null without a voucher';
    ALTER TABLE entries DROP CONSTRAINT entries_cause_check;
    ${Object.entries(checks)
      .map(([name, { table, check }]) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${check} NOT VALID;`)
      .join("")}

    -- What a voucher without a contract is for; null with a contract, and where no customer pays or is paid.
    CREATE FUNCTION voucher_purpose(customer_id integer, contract_id integer, service_name text, other_service_id integer) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN CASE WHEN contract_id IS NULL AND customer_id IS NOT NULL
      THEN CASE WHEN num_nonnulls(service_name, other_service_id) > 0 THEN 'service' ELSE 'on_account' END END`);
  await knex.raw(serviceOf);
  await knex.raw(lines);
  await knex.raw(words);
  await writeTriggers(knex, newColumns);
}

/** The causes of entries before. */
const before = `${causes}, 'allocation', 'allocation_cancelled', 'release', 'release_cancelled'`;

const sold = `CHECK (num_nonnulls(service_name, other_service_id) = 0
  OR num_nonnulls(service_name, other_service_id) = 1 AND customer_id IS NOT NULL AND contract_id IS NULL)`;

/** What holds of new rows; the next migration validates it for all. */
export const checks = {
  receipt_vouchers_payer: {
    table: "receipt_vouchers",
    check: `CHECK (payer_type IN ('customer', 'agent', 'supplier', 'other')
      AND (payer_type = 'customer') = (customer_id IS NOT NULL) AND (payer_type = 'agent') = (agent_id IS NOT NULL)
      AND (payer_type = 'supplier') = (supplier_id IS NOT NULL) AND (payer_type = 'other') = (payer IS NOT NULL))`,
  },
  receipt_vouchers_service: { table: "receipt_vouchers", check: sold },
  payment_vouchers_service: { table: "payment_vouchers", check: sold },
  entries_cause_check: {
    table: "entries",
    check: `CHECK (cause IN (${before}, 'service', 'service_cancelled', 'service_returned', 'service_returned_cancelled'))`,
  },
};

/** The name of a service. */
const serviceOf = `
  CREATE FUNCTION service_of(service_name text, other_service_id integer) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT coalesce(service_name, (SELECT name FROM other_services WHERE id = other_service_id))
  $$`;

/** The lines of vouchers with those of services, whose words begin with the service's name. Who pays for another's contract has none. */
export const lines = `
  CREATE OR REPLACE FUNCTION lines_of(voucher receipt_vouchers, before receipt_vouchers) RETURNS SETOF entry_line LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN QUERY
    SELECT is_event, line.date, coalesce(contracts.customer_id, voucher.customer_id), NULL::integer, NULL::integer,
      CASE WHEN contracts.id IS NULL THEN own.code ELSE equivalents.code END,
      sign * CASE WHEN contracts.id IS NULL THEN voucher.amount ELSE voucher.equivalent_amount END, cause,
      voucher.receipt_number, nullif(concat_ws('، ', service, voucher.description), ''), contracts.id, NULL::integer, contract_number,
      voucher.amount, own.code, voucher.exchange_rate_at_payment
    FROM currencies AS own
    JOIN currencies AS equivalents ON equivalents.id = voucher.equivalent_currency_id
    LEFT JOIN contracts ON contracts.id = voucher.contract_id,
    LATERAL (SELECT service_of(voucher.service_name, voucher.other_service_id) AS service, (NOT stands(voucher.status))::integer AS undone,
      CASE WHEN before IS NULL AND NOT stands(voucher.status)
        THEN greatest(voucher.date, day_of_status('receipt_vouchers', voucher.id, voucher.receipt_number, voucher.updated_at)) END AS undone_on) AS told,
    LATERAL (VALUES
      (false, voucher.date, (service IS NOT NULL)::integer, 'service'),
      (false, voucher.date, -1, 'receipt'),
      (true, undone_on, undone, 'receipt_cancelled'),
      (true, undone_on, -undone * (service IS NOT NULL)::integer, 'service_cancelled')) AS line (is_event, date, sign, cause)
    WHERE own.id = voucher.currency_id AND num_nonnulls(contracts.id, voucher.customer_id) > 0;
  END $$;

  CREATE OR REPLACE FUNCTION lines_of(voucher payment_vouchers, before payment_vouchers) RETURNS SETOF entry_line LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN QUERY
    SELECT is_event, line.date, coalesce(contracts.customer_id, voucher.customer_id), voucher.agent_id, voucher.supplier_id,
      CASE WHEN invoices.id IS NULL THEN coalesce(owed.code, own.code) ELSE 'SAR' END,
      sign * coalesce(voucher.settled_amount, voucher.amount), cause,
      voucher.payment_number, nullif(concat_ws('، ', service, voucher.description), ''), contracts.id, invoices.id, coalesce(contract_number, invoice_number),
      voucher.amount, own.code, voucher.exchange_rate_at_payment
    FROM currencies AS own
    LEFT JOIN invoices ON invoices.id = voucher.invoice_id
    LEFT JOIN contracts ON contracts.id = voucher.contract_id
    LEFT JOIN currencies AS owed ON owed.id = contracts.currency_id,
    LATERAL (SELECT service_of(voucher.service_name, voucher.other_service_id) AS service, (NOT stands(voucher.status))::integer AS undone,
      CASE WHEN before IS NULL AND NOT stands(voucher.status)
        THEN greatest(voucher.date, day_of_status('payment_vouchers', voucher.id, voucher.payment_number, voucher.updated_at)) END AS undone_on) AS told,
    LATERAL (VALUES
      (false, voucher.date, -(service IS NOT NULL)::integer, 'service_returned'),
      (false, voucher.date, 1, CASE WHEN contracts.id IS NULL THEN 'payment' ELSE 'refund' END),
      (true, undone_on, -undone, 'payment_cancelled'),
      (true, undone_on, undone * (service IS NOT NULL)::integer, 'service_returned_cancelled')) AS line (is_event, date, sign, cause)
    WHERE own.id = voucher.currency_id AND num_nonnulls(voucher.customer_id, voucher.agent_id, voucher.supplier_id) = 1;
  END $$;`;

/** The party of a receipt's movement is who pays. What others pay without a contract is no receipt of a customer. */
const words = replace(withWords)
  .replace(
    "'receipt', campaign_id, campaigns.name, customers.name, receipt_vouchers.description",
    `CASE WHEN receipts.payer_type = 'other' AND receipts.contract_id IS NULL THEN 'income' ELSE 'receipt' END,
          campaign_id, campaigns.name, coalesce(customers.name, agents.name, suppliers.name, payer), receipts.description`,
  )
  .replace(
    `FROM receipt_vouchers JOIN customers ON customers.id = customer_id
        LEFT JOIN contracts ON contracts.id = contract_id`,
    `FROM receipt_vouchers AS receipts LEFT JOIN customers ON customers.id = receipts.customer_id
        LEFT JOIN agents ON agents.id = receipts.agent_id LEFT JOIN suppliers ON suppliers.id = receipts.supplier_id
        LEFT JOIN contracts ON contracts.id = contract_id`,
  );

export const receiptColumns = {
  entered: ["service_name", "other_service_id"],
  words: ", payer_type, agent_id, supplier_id, payer",
  all: " payer_type agent_id supplier_id payer service_name other_service_id",
};

/** The new columns whose change corrects an entry, the words of a movement, or a document. */
const newColumns = {
  receipts: receiptColumns,
  payments: { entered: ["service_name", "other_service_id"], all: " service_name other_service_id" },
};

async function writeTriggers(knex: Knex, { receipts, payments }: typeof newColumns) {
  for (const [table, of] of [
    ["receipt_vouchers", receipts],
    ["payment_vouchers", payments],
  ] as const) {
    const document = documents[table] as Document;
    const { entering, atUpdate } = enteringOf(table, { ...document, own: [...document.own, ...of.entered] });
    const { day = "", columns = "" } = corrections[table] ?? {};
    await knex.raw(`
      ${replace(entering)}
      DROP TRIGGER enter_update ON ${table};
      ${atUpdate}
      ${closedAtUpdate(table, day, columns + of.all)}`);
  }
  await knex.raw(`
    DROP TRIGGER rewrite_movements_at_update ON receipt_vouchers;
    ${rewriteAtUpdate("receipt_vouchers", "receipt_number", wordColumns.receipts + receipts.words)}`);
}

export async function down(knex: Knex) {
  await refuseWhatCannotBeHeld(knex);
  await writeTriggers(knex, {
    receipts: { entered: [], words: "", all: "" },
    payments: { entered: [], all: "" },
  });
  await knex.raw(replace(withWords));
  await knex.raw(replace(linesOfVouchers));
  await knex.raw(`
    DROP FUNCTION service_of(text, integer);
    DROP FUNCTION voucher_purpose(integer, integer, text, integer);
    ALTER TABLE entries DROP CONSTRAINT entries_cause_check, ADD CONSTRAINT entries_cause_check CHECK (cause IN (${before}));
    COMMENT ON COLUMN movements.purpose IS 'receipt, or whom a payment was for; null without a voucher';
    ALTER TABLE payment_vouchers DROP service_name, DROP other_service_id;
    ALTER TABLE receipt_vouchers DROP payer_type, DROP agent_id, DROP supplier_id, DROP payer, DROP service_name, DROP other_service_id,
      ALTER customer_id SET NOT NULL`);
}

/** Entries are final: those of a service stay when its voucher is deleted. */
async function refuseWhatCannotBeHeld(knex: Knex) {
  const { rows } = await knex.raw<{ rows: { number: string }[] }>(`
    SELECT receipt_number AS number FROM receipt_vouchers WHERE customer_id IS NULL
    UNION SELECT document_number FROM entries WHERE cause LIKE 'service%'
    UNION SELECT document_number FROM movements WHERE purpose = 'income' ORDER BY 1 LIMIT 20`);
  if (rows.length)
    throw new Error(
      `The release before cannot hold services and payers that are no customers: ${rows.map(({ number }) => number).join(", ")}`,
    );
}
