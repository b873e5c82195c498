import type { Knex } from "knex";
import { checks } from "./065_payers";

/** Payers and services are found while the office runs, and what the migration before holds of new rows holds of all. */
export const config = { transaction: false };

const indexes = {
  receipt_vouchers_agent: "receipt_vouchers (agent_id, id DESC) WHERE agent_id IS NOT NULL",
  receipt_vouchers_supplier: "receipt_vouchers (supplier_id, id DESC) WHERE supplier_id IS NOT NULL",
  receipt_vouchers_other_service: "receipt_vouchers (other_service_id) WHERE other_service_id IS NOT NULL",
  receipt_vouchers_payer_type: "receipt_vouchers (payer_type, id DESC) WHERE payer_type <> 'customer'",
  receipt_vouchers_payer_search:
    "receipt_vouchers USING gin (fold(' ' || payer) gin_trgm_ops) WHERE payer IS NOT NULL",
  receipt_vouchers_purpose:
    "receipt_vouchers (voucher_purpose(customer_id, contract_id, service_name, other_service_id), id DESC) WHERE contract_id IS NULL",
  payment_vouchers_other_service: "payment_vouchers (other_service_id) WHERE other_service_id IS NOT NULL",
  payment_vouchers_purpose:
    "payment_vouchers (voucher_purpose(customer_id, contract_id, service_name, other_service_id), date DESC, id DESC) WHERE contract_id IS NULL AND customer_id IS NOT NULL",
};

export async function up(knex: Knex) {
  for (const [name, { table }] of Object.entries(checks))
    await knex.raw(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`);
  await dropIndexes(knex);
  for (const [name, of] of Object.entries(indexes))
    await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON ${of}`);
}

const dropIndexes = async (knex: Knex) => {
  for (const name of Object.keys(indexes)) await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
};

export async function down(knex: Knex) {
  await dropIndexes(knex);
  for (const [name, { table, check }] of Object.entries(checks))
    await knex.raw(`ALTER TABLE ${table} DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} ${check} NOT VALID`);
}
