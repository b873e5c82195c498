import type { Knex } from "knex";
import { renewConstraint } from "./067_returned_cheques";

/** The constraints of the migration before are held to what an office has, and cheques are found by state and due date. Nobody waits meanwhile. */
export const config = { transaction: false };

const constraints = ["receipt_vouchers_cheque", "receipt_vouchers_collected_account_id_fkey"];

const indexes = {
  receipt_vouchers_due_cheques: "(cheque_state, cheque_due_date, id) WHERE cheque_state IS NOT NULL",
  receipt_vouchers_cheque_due_date: "(cheque_due_date, id) WHERE cheque_due_date IS NOT NULL",
  receipt_vouchers_collected_account: "(collected_account_id, id) WHERE collected_account_id IS NOT NULL",
};

export async function up(knex: Knex) {
  for (const name of constraints) await knex.raw(`ALTER TABLE receipt_vouchers VALIDATE CONSTRAINT ${name}`);
  await dropIndexes(knex);
  for (const [name, what] of Object.entries(indexes))
    await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON receipt_vouchers ${what}`);
}

export async function down(knex: Knex) {
  await dropIndexes(knex);
  for (const name of constraints) await renewConstraint(knex, "receipt_vouchers", name);
}

async function dropIndexes(knex: Knex) {
  for (const name of Object.keys(indexes)) await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}
