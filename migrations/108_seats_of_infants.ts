import type { Knex } from "knex";

/** A campaign's booked seats are its standing contracts less those without a seat, which are few: they are counted from this index. */
export const config = { transaction: false };

export async function up(knex: Knex) {
  await down(knex);
  await knex.raw(`CREATE INDEX CONCURRENTLY contracts_without_seat ON contracts (campaign_id) INCLUDE (status)
    WHERE NOT takes_seat(traveller)`);
}

export async function down(knex: Knex) {
  await knex.raw("DROP INDEX CONCURRENTLY IF EXISTS contracts_without_seat");
}
