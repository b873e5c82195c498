import type { Knex } from "knex";

/**
 * The receipts of others than customers are few among many. The audit log finds the line that made a record without the record's other lines: a cash box
 * has one for each of its vouchers. Both indexes are built while the office runs.
 */
export const config = { transaction: false };

const indexes = {
  receipt_vouchers_of_others: "receipt_vouchers (payer_type, id DESC) WHERE payer_type <> 'customer'",
  audit_log_by_record: "audit_log (kind, record_id, action)",
};
const before = { audit_log_kind_record_id_idx: "audit_log (kind, record_id)" };

export const up = (knex: Knex) => replace(knex, before, indexes);
export const down = (knex: Knex) => replace(knex, indexes, before);

/** An index that a broken run left is not valid, so each is built anew. */
async function replace(knex: Knex, old: Record<string, string>, next: Record<string, string>) {
  for (const [name, rows] of Object.entries(next)) {
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON ${rows}`);
  }
  for (const name of Object.keys(old)) await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}
