import type { Knex } from "knex";

/**
 * stands(contracts.status) says that a contract counts: it was not cancelled. PostgreSQL puts the body in its place, so that the indexes
 * of standing contracts are found.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE FUNCTION stands(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN status <> 'cancelled'`);
}

export async function down(knex: Knex) {
  await knex.raw("DROP FUNCTION stands(text)");
}
