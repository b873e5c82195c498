import type { Knex } from "knex";

/** Built while the office writes on, which no transaction can. */
export const config = { transaction: false };

const columns = ["passport_number", "visa_number"];

/** One or two letters, of which no trigram can be made, are looked for at the beginning of what a visa is found by. */
export async function up(knex: Knex) {
  for (const column of columns) {
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS visas_${column}_beginning`);
    await knex.raw(
      `CREATE INDEX CONCURRENTLY visas_${column}_beginning ON visas (upper(${column}) text_pattern_ops)`,
    );
  }
  await knex.raw("ANALYZE visas");
}

export async function down(knex: Knex) {
  for (const column of columns) await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS visas_${column}_beginning`);
}
