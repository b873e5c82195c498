import type { Knex } from "knex";

/** The receipts of money that partners gave back, and the decisions of discounts, are few among many. They are found while the office runs. */
export const config = { transaction: false };

const indexes = {
  receipt_vouchers_money_back: "receipt_vouchers (id DESC) WHERE money_back",
  entries_of_discounts: "entries (document_id) WHERE document = 'contract' AND cause = 'discount'",
};

export async function up(knex: Knex) {
  await down(knex); // an index that a broken run left is not valid
  for (const [name, rows] of Object.entries(indexes))
    await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON ${rows}`);
}

export async function down(knex: Knex) {
  for (const name of Object.keys(indexes)) await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}
