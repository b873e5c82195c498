import type { Knex } from "knex";
import { renewConstraint } from "./067_returned_cheques";

/** Checks the causes of entries and the receipts that an office has, and finds what names an invoice. Blocks nobody. */
export async function up(knex: Knex) {
  for (const [table, name] of constraints) await knex.raw(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`);
  for (const [name, table, column] of indexes) {
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON ${table} (${column}) WHERE ${column} IS NOT NULL`);
  }
}

export const config = { transaction: false };

const constraints = [
  ["entries", "entries_cause_check"],
  ["receipt_vouchers", "receipt_vouchers_partner"],
] as const;

const indexes = [
  ["invoices_credited_invoice", "invoices", "credited_invoice_id"],
  ["invoices_receipt", "invoices", "receipt_id"],
  ["receipt_vouchers_credited_invoice", "receipt_vouchers", "credited_invoice_id"],
] as const;

export async function down(knex: Knex) {
  for (const [name] of indexes) await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  for (const [table, name] of constraints) await renewConstraint(knex, table, name);
}
