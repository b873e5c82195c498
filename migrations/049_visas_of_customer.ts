import type { Knex } from "knex";

/** Built while the office writes on, which no transaction can. */
export const config = { transaction: false };

const index = { before: "visas_customer_id_id_idx", now: "visas_of_customer" };
const customer = "visas (customer_id, id DESC)";

async function exchange(knex: Knex, name: string, on: string, before: string) {
  await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON ${on}`);
  await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${before}`);
}

/** Who is ready asks for the visas of tens of thousands of customers: what it asks stands beside them in the index. */
export async function up(knex: Knex) {
  const asked = "visa_type, status, approval_date, passport_number";
  await exchange(knex, index.now, `${customer} INCLUDE (${asked})`, index.before);
}

export async function down(knex: Knex) {
  await exchange(knex, index.before, customer, index.now);
}
