import type { Knex } from "knex";

/** split_id: what the vouchers of one payment for several contracts have in common; null for a payment of one voucher. */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE receipt_vouchers ADD split_id uuid;
    CREATE INDEX receipt_vouchers_split ON receipt_vouchers (split_id) WHERE split_id IS NOT NULL;
  `);
}

export async function down(knex: Knex) {
  await knex.raw("ALTER TABLE receipt_vouchers DROP split_id");
}
