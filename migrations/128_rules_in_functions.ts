import type { Knex } from "knex";

/**
 * PostgreSQL reads the text of each CHECK anew for each statement, which was a tenth of what a receipt costs it. The rules of the tables that a
 * receipt writes are read once by a connection: they are a function of the row. Who breaks a rule is told its name as before.
 *
 * The next migration checks the rows that an office has, and drops the constraints.
 */
export const up = (knex: Knex) => addRules(knex, tables);

/** The rules of a table, by the names of their constraints, in SQL of the row `one`, in the order in which PostgreSQL judges them. */
export type Tables = Record<string, Record<string, string>>;

/** Each table's rules as a function, and the constraint that calls it for rows that are written. */
export async function addRules(knex: Knex, tables: Tables) {
  for (const [table, rules] of Object.entries(tables)) {
    const cases = Object.entries(rules).map(([name, rule]) => `WHEN NOT (${rule}) THEN '${name}'`);
    await knex.raw(`
      CREATE FUNCTION is_valid(one ${table}) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
        DECLARE
          broken text := CASE
            ${cases.join("\n            ")}
          END;
        BEGIN
          IF broken IS NULL THEN RETURN true; END IF;
          RAISE EXCEPTION 'new row for relation "${table}" violates check constraint "%"', broken
            USING ERRCODE = 'check_violation', SCHEMA = 'public', TABLE = '${table}', CONSTRAINT = broken;
        END $$;
      ALTER TABLE ${table} ADD CONSTRAINT ${table}_rules CHECK (is_valid(${table})) NOT VALID`);
  }
}

export const down = (knex: Knex) => dropRules(knex, tables);

export async function dropRules(knex: Knex, tables: Tables) {
  for (const table of Object.keys(tables))
    await knex.raw(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_rules; DROP FUNCTION is_valid(${table})`);
}

export const isOneOf = (column: string, values: string) =>
  `one.${column} IN (${values
    .split(" ")
    .map((value) => `'${value}'`)
    .join(", ")})`;
/** Not negative; NaN is greater than any number. */
const isAmount = (column: string) => `one.${column} >= 0 AND one.${column} <> 'NaN'`;

export const tables: Tables = {
  contracts: {
    contracts_cancellation_fee_check: isAmount("cancellation_fee"),
    contracts_cancelled_on: `one.status = 'cancelled' OR (one.cancelled_on IS NULL AND one.cancellation_reason IS NULL)`,
    contracts_cell_is_whole: "num_nonnulls(one.room, one.traveller, one.supplement_amount) IN (0, 3)",
    contracts_commission:
      "(one.agent_id IS NULL) = (one.commission_rate IS NULL) AND (one.commission_reason IS NULL OR one.agent_id IS NOT NULL)",
    contracts_commission_rate_check: "one.commission_rate >= 0 AND one.commission_rate <= 100",
    contracts_discount_amount_check: isAmount("discount_amount"),
    contracts_discount_is_decided: `CASE WHEN one.discount_amount > 0
      THEN (one.discount_reason, one.discounted_on, one.discounted_by) IS NOT NULL
      ELSE (one.discount_reason, one.discounted_on, one.discounted_by) IS NULL END`,
    contracts_fee_has_day: "one.cancellation_fee = 0 OR one.cancelled_on IS NOT NULL",
    contracts_moved_elsewhere: "one.moved_from_id <> one.id",
    contracts_package_cost_check: isAmount("package_cost"),
    contracts_paid_amount_check: "one.paid_amount >= 0",
    contracts_refunded_amount_check: isAmount("refunded_amount"),
    contracts_room_check: isOneOf("room", "single double triple quad quint"),
    contracts_schedule_has_days:
      "one.total_amount = 0 OR next_due_date(one.schedule, one.contract_date, one.total_amount, 0) IS NOT NULL",
    contracts_schedule_has_parts: "one.schedule <> '[]'",
    contracts_schedule_is_total: "schedule_total(one.schedule) = one.total_amount",
    contracts_status_check: isOneOf("status", "active completed cancelled"),
    contracts_supplement_amount_check: "one.supplement_amount <> 'NaN'",
    contracts_total_amount_check: "one.total_amount >= 0",
    contracts_traveller_check: isOneOf("traveller", "adult child_with_bed child_without_bed infant"),
    contracts_visa_duration_days_check: "one.visa_duration_days > 0",
  },
  receipt_vouchers: {
    receipt_vouchers_account_amount_check: "one.account_amount > 0",
    receipt_vouchers_amount_check: "one.amount > 0 AND one.amount <> 'NaN'",
    receipt_vouchers_charge: isAmount("charge_amount"),
    receipt_vouchers_cheque: `CASE
      WHEN one.cheque_state IS NULL THEN num_nonnulls(one.return_reason, one.collected_account_id, one.collected_on) = 0
      WHEN one.payment_method <> 'cheque' THEN false
      WHEN one.cheque_state = 'returned' THEN one.status = 'cancelled' AND num_nonnulls(one.collected_account_id, one.collected_on) = 0
      ELSE one.status = 'confirmed' AND one.return_reason IS NULL AND one.cheque_due_date IS NOT NULL AND (
        (one.cheque_state = 'in_hand' AND num_nonnulls(one.collected_account_id, one.collected_on) = 0)
        OR (one.cheque_state = 'collected' AND num_nonnulls(one.collected_account_id, one.collected_on) = 2)) END`,
    receipt_vouchers_equivalent_amount_check: "one.equivalent_amount > 0",
    receipt_vouchers_exchange_rate_at_payment_check: "one.exchange_rate_at_payment > 0",
    receipt_vouchers_partner: `CASE WHEN one.contract_id IS NULL AND one.payer_type IN ('agent', 'supplier')
      THEN (one.credited_invoice_id IS NULL OR one.money_back) AND num_nonnulls(one.converted_amount, one.settled_amount) <> 1
        AND coalesce(one.converted_amount >= 0 AND one.converted_amount <= one.amount AND one.settled_amount > 0, true)
      ELSE NOT one.money_back AND num_nonnulls(one.credited_invoice_id, one.converted_amount, one.settled_amount) = 0 END`,
    receipt_vouchers_payer: `${isOneOf("payer_type", "customer agent supplier other")}
      AND (one.payer_type = 'customer') = (one.customer_id IS NOT NULL) AND (one.payer_type = 'agent') = (one.agent_id IS NOT NULL)
      AND (one.payer_type = 'supplier') = (one.supplier_id IS NOT NULL) AND (one.payer_type = 'other') = (one.payer IS NOT NULL)`,
    receipt_vouchers_payment_method_check: isOneOf("payment_method", "cash bank_transfer cheque credit_card"),
    receipt_vouchers_service: `num_nonnulls(one.service_name, one.other_service_id) = 0
      OR (num_nonnulls(one.service_name, one.other_service_id) = 1 AND one.customer_id IS NOT NULL AND one.contract_id IS NULL)`,
    receipt_vouchers_status_check: isOneOf("status", "confirmed cancelled"),
  },
  entries: {
    entries_amount_check: "one.amount <> 0 AND one.amount <> 'NaN'",
    entries_cause_check: isOneOf(
      "cause",
      "credit_note credit_note_cancelled service_marked cheque_returned payment_cheque_returned charge contract discount cancelling fee receipt receipt_cancelled refund payment payment_cancelled invoice invoice_cancelled paid_without_voucher allocation allocation_cancelled release release_cancelled service service_cancelled service_returned service_returned_cancelled",
    ),
    entries_document_check: isOneOf("document", "contract receipt payment agent purchase allocation"),
    entries_of_one_item: "num_nonnulls(one.contract_id, one.invoice_id) <= 1",
    entries_of_one_party: "num_nonnulls(one.customer_id, one.agent_id, one.supplier_id) = 1",
  },
};
