import type { Knex } from "knex";

/**
 * A receipt changes its contract, its account and today's totals. PostgreSQL changes a row in place, without a word to its indexes, where its page has room
 * and no index holds a changed column. Pages that are filled from now on keep room, and the index of an account's days holds no sums.
 */
export const config = { transaction: false };

/** How full pages were before, in percent. */
const tables = {
  accounts: 100,
  contracts: 90,
  contracts_monthly_totals: 100,
  movements_account_totals: 100,
  movements_purpose_totals: 100,
};

export async function up(knex: Knex) {
  for (const table of Object.keys(tables)) await knex.raw(`ALTER TABLE ${table} SET (fillfactor = 80)`);
  await renew(knex, "(account_id, date)");
}

export async function down(knex: Knex) {
  for (const [table, before] of Object.entries(tables))
    await knex.raw(
      `ALTER TABLE ${table} ${before < 100 ? `SET (fillfactor = ${before})` : "RESET (fillfactor)"}`,
    );
  await renew(knex, "(account_id, date) INCLUDE (is_incoming, amount, line_count)");
}

/** Builds the index again while the office runs; the old one serves until then. */
async function renew(knex: Knex, columns: string) {
  await knex.raw("DROP INDEX CONCURRENTLY IF EXISTS movements_account_totals_new"); // an index that a broken run left is not valid
  await knex.raw(
    `CREATE INDEX CONCURRENTLY movements_account_totals_new ON movements_account_totals ${columns}`,
  );
  await knex.raw("DROP INDEX CONCURRENTLY IF EXISTS movements_account_totals_of_account");
  await knex.raw("ALTER INDEX movements_account_totals_new RENAME TO movements_account_totals_of_account");
}
