import type { Knex } from "knex";

/** Makes of an office's transfers adjustments of their accounts, as the release before had them. Movements are final, so no call could. */
const withoutTransfers = (knex: Knex) =>
  knex.transaction(async (trx) => {
    await trx.raw(`
      ALTER TABLE transfers DISABLE TRIGGER rewrite_movements;
      DELETE FROM transfers;
      ALTER TABLE transfers ENABLE TRIGGER rewrite_movements;
      ALTER TABLE movements DISABLE TRIGGER movements_stay;
      UPDATE movements SET cause = 'adjustment', document_number = NULL, is_event = false, payment_method = NULL, purpose = NULL, expense_id = NULL,
        party = NULL, description = NULL
        WHERE cause LIKE 'transfer%';
      ALTER TABLE movements ENABLE TRIGGER movements_stay`);
  });

/** Makes of an office's cheques in hand plain ones, and of what was collected adjustments. */
export const withoutCheques = (knex: Knex) =>
  knex.transaction(async (trx) => {
    await trx.raw(`
      ALTER TABLE movements DISABLE TRIGGER movements_stay;
      UPDATE movements SET cause = 'adjustment', document_number = NULL, is_event = false, party = NULL, description = NULL
        WHERE cause IN ('collect', 'collect_reversal');
      ALTER TABLE movements ENABLE TRIGGER movements_stay;
      SET LOCAL session_replication_role = replica;
      UPDATE receipt_vouchers SET cheque_state = nullif(nullif(cheque_state, 'in_hand'), 'collected'), cheque_due_date = NULL, cheque_bank = NULL,
        collected_account_id = NULL, collected_on = NULL;
      UPDATE accounts SET is_cheques_in_hand = false`);
  });

/**
 * Removes an office's credit notes, as the release before had none, and makes a customer's of the money of partners: entries and movements are
 * final, so no call could. What a credit note took off an invoice is owed again.
 */
export const withoutCreditNotes = (knex: Knex) =>
  knex.transaction(async (trx) => {
    await trx.raw("SET LOCAL session_replication_role = replica"); // also of closed days
    await trx.raw(`
      UPDATE invoices SET credited_amount = 0, payment_status = CASE WHEN paid_amount < amount + tax_amount AND payment_status = 'paid' THEN 'pending' ELSE payment_status END
        WHERE credited_amount > 0;
      UPDATE entries SET supplier_id = NULL, agent_id = NULL, customer_id = (SELECT min(id) FROM customers)
        WHERE document = 'receipt' AND customer_id IS NULL AND cause <> 'charge';
      UPDATE receipt_vouchers SET money_back = false, credited_invoice_id = NULL, converted_amount = NULL, settled_amount = NULL,
        payer_type = 'customer', customer_id = (SELECT min(id) FROM customers), agent_id = NULL, supplier_id = NULL
        WHERE contract_id IS NULL AND payer_type IN ('agent', 'supplier');
      DELETE FROM commission_parts WHERE invoice_id IN (SELECT id FROM invoices WHERE document_type = 'credit_note');
      DELETE FROM invoices WHERE document_type = 'credit_note';
      DELETE FROM entries WHERE cause LIKE 'credit_note%';
      INSERT INTO debt_changes (customer_id) SELECT min(id) FROM customers;
      SET LOCAL session_replication_role = origin; -- totals of movements are kept
      ALTER TABLE movements DISABLE TRIGGER movements_stay;
      UPDATE movements SET purpose = 'receipt', party = (SELECT name FROM customers ORDER BY id LIMIT 1) WHERE purpose = 'partner';
      ALTER TABLE movements ENABLE TRIGGER movements_stay`);
  });

/** Makes of an office what the release before transfers, cheques in hand and credit notes can hold. */
export async function withoutNewDocuments(knex: Knex) {
  if (await knex.schema.hasColumn("invoices", "credited_amount")) await withoutCreditNotes(knex);
  if (await knex.schema.hasColumn("receipt_vouchers", "collected_account_id")) await withoutCheques(knex);
  await withoutTransfers(knex);
}

/**
 * Makes of an office's vouchers what the release before allocations, payers, services, returned cheques, transfers, cheques in hand and credit notes can hold. Entries are final, so
 * no call could.
 */
export const asOldRelease = async (knex: Knex) => {
  await withoutNewDocuments(knex);
  await knex.transaction(async (trx) => {
    await trx.raw(`
      UPDATE invoices SET paid_amount = paid_amount - settled
      FROM (SELECT invoice_id, sum(equivalent_amount - taken_equivalent) AS settled FROM allocations GROUP BY 1) AS allocated
      WHERE invoices.id = invoice_id`);
    await trx("allocations").whereNull("payment_id").delete();
    await trx.raw("SET CONSTRAINTS ALL IMMEDIATE"); // contracts are settled while triggers are on
    const returned = trx("receipt_vouchers").whereNotNull("cheque_state");
    await returned.update({ cheque_state: null, return_reason: null, charge_amount: 0 });
    await trx.raw("SET LOCAL session_replication_role = replica");
    await trx.raw(`
      DELETE FROM entries WHERE cause LIKE 'service%';
      WITH theirs AS (
        UPDATE receipt_vouchers SET payer_type = 'customer', customer_id = contracts.customer_id, agent_id = NULL, supplier_id = NULL, payer = NULL
        FROM contracts WHERE contracts.id = contract_id AND payer_type <> 'customer' RETURNING receipt_number, contracts.customer_id)
      UPDATE movements SET party = (SELECT name FROM customers WHERE id = theirs.customer_id) FROM theirs WHERE document_number = receipt_number;
      UPDATE receipt_vouchers SET service_name = NULL, other_service_id = NULL, sold_on = NULL WHERE num_nonnulls(service_name, other_service_id) > 0;
      UPDATE payment_vouchers SET service_name = NULL, other_service_id = NULL WHERE num_nonnulls(service_name, other_service_id) > 0`);
  });
};
