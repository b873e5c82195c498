import type { Knex } from "knex";

/**
 * Vouchers are found by the user who wrote them, by the number of their cheque or transfer and by their exact amount
 * (docs/decisions/long-lists.md). Most vouchers are in cash and have no such number.
 */
export const config = { transaction: false };

const indexesOf = (table: string, writer: string) => ({
  [`${table}_${writer}`]: `(${writer})`,
  [`${table}_amount`]: "(amount)",
  [`${table}_reference`]: "(upper(payment_reference) text_pattern_ops) WHERE payment_reference IS NOT NULL",
  [`${table}_reference_search`]:
    "USING gin (payment_reference gin_trgm_ops) WHERE payment_reference IS NOT NULL",
});

const indexes = {
  receipt_vouchers: indexesOf("receipt_vouchers", "received_by"),
  payment_vouchers: indexesOf("payment_vouchers", "paid_by"),
};

export async function up(knex: Knex) {
  await down(knex);
  for (const [table, of] of Object.entries(indexes))
    for (const [name, columns] of Object.entries(of))
      await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON ${table} ${columns}`);
}

export async function down(knex: Knex) {
  for (const name of Object.values(indexes).flatMap(Object.keys))
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}
