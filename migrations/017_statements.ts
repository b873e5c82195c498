import type { Knex } from "knex";

/**
 * A statement reads an account's movements by time, which is also the order in which they were posted: what stood
 * before and after a period is one entry of this index each, what came in and went out the entries between them.
 * Accounts that were deleted before they were ever used are gone for good, as they would be now.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE INDEX movements_statement ON movements (account_id, created_at DESC, id DESC) INCLUDE (amount, balance_after);
    DROP INDEX movements_account_id_id_idx;
    DELETE FROM accounts WHERE deleted_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM movements WHERE account_id = accounts.id)
      AND NOT EXISTS (SELECT FROM receipt_vouchers WHERE account_id = accounts.id);
  `);
}

export async function down(knex: Knex) {
  await knex.raw(`
    CREATE INDEX movements_account_id_id_idx ON movements (account_id, id DESC);
    DROP INDEX movements_statement;
  `);
}
