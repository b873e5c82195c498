import type { Knex } from "knex";

/** Each is made while the office works, which no transaction can. */
export const config = { transaction: false };

const numbers = [
  ["contracts", "contract_number"],
  ["receipt_vouchers", "receipt_number"],
  ["payment_vouchers", "payment_number"],
] as const;

const dates = [
  ["contracts", "contract_date"],
  ["receipt_vouchers", "date"],
  ["visas", "submission_date"],
] as const;

const parties = ["customer_id", "contract_id"];

/**
 * A number is found by its beginning in the order of its letters, whatever the database's language; a period by its dates,
 * beside which the id stands, so that no row is read to count them; the receipts of a customer or contract with their status. Names
 * alone, which a search of contracts asks for, have trigrams of their own, since numbers would find everybody. How often a word stands in a search column is told to the planner in
 * thousandths.
 */
export async function up(knex: Knex) {
  for (const [table, column] of numbers)
    await makeIndex(knex, `${table}_number`, `${table} (${column} text_pattern_ops) INCLUDE (id)`);
  for (const [table, column] of dates) await makeIndex(knex, `${table}_dates`, `${table} (${column}, id)`);
  await knex.raw("DROP INDEX CONCURRENTLY IF EXISTS receipt_vouchers_date_idx");
  for (const column of parties) {
    await makeIndex(
      knex,
      `receipt_vouchers_${column}`,
      `receipt_vouchers (${column}, id DESC) INCLUDE (status)`,
    );
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS receipt_vouchers_${column}_id_idx`);
  }
  await makeIndex(
    knex,
    "customers_names",
    String.raw`customers USING gin (split_part(search, E'\n', 1) gin_trgm_ops)`,
  );
  await knex.raw("ALTER TABLE customers ALTER COLUMN search SET STATISTICS 1000");
  await knex.raw("ALTER INDEX customers_names ALTER COLUMN 1 SET STATISTICS 1000");
  await knex.raw("ANALYZE customers");
}

export async function down(knex: Knex) {
  await knex.raw("ALTER TABLE customers ALTER COLUMN search SET STATISTICS -1");
  await knex.raw("DROP INDEX CONCURRENTLY IF EXISTS customers_names");
  for (const column of parties) {
    await makeIndex(knex, `receipt_vouchers_${column}_id_idx`, `receipt_vouchers (${column}, id DESC)`);
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS receipt_vouchers_${column}`);
  }
  await makeIndex(knex, "receipt_vouchers_date_idx", "receipt_vouchers (date)");
  for (const [table] of dates) await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_dates`);
  for (const [table] of numbers) await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_number`);
}

/** One that an interrupted migration left unfinished is made anew. */
async function makeIndex(knex: Knex, name: string, on: string) {
  await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON ${on}`);
}
