import type { Knex } from "knex";
import { renewConstraint } from "./067_returned_cheques";

/**
 * The constraints of the migration before are held to what an office has, and returned cheques are found among its vouchers. Nobody waits
 * meanwhile.
 */
export const config = { transaction: false };

const constraints = {
  receipt_vouchers: ["receipt_vouchers_cheque", "receipt_vouchers_charge"],
  payment_vouchers: ["payment_vouchers_cheque"],
  entries: ["entries_cause_check"],
};

const indexOf = (table: string) => `${table}_cheque_state`;
const vouchers = ["receipt_vouchers", "payment_vouchers"];

export async function up(knex: Knex) {
  for (const [table, names] of Object.entries(constraints))
    for (const name of names) await knex.raw(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`);
  await dropIndexes(knex);
  for (const table of vouchers)
    await knex.raw(
      `CREATE INDEX CONCURRENTLY ${indexOf(table)} ON ${table} (cheque_state) WHERE cheque_state IS NOT NULL`,
    );
}

export async function down(knex: Knex) {
  await dropIndexes(knex);
  for (const [table, names] of Object.entries(constraints))
    for (const name of names) await renewConstraint(knex, table, name);
}

async function dropIndexes(knex: Knex) {
  for (const table of vouchers) await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${indexOf(table)}`);
}
