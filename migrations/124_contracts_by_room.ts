import type { Knex } from "knex";

/** The filters of contracts by room, kind of traveller and discount find few rows among many, while the office runs. */
export const config = { transaction: false };

const indexes = {
  contracts_room: "(room, id DESC) WHERE room IS NOT NULL",
  contracts_traveller: "(traveller, id DESC) WHERE traveller IS NOT NULL",
  contracts_discounted: "(id DESC) WHERE discount_amount > 0",
};

export async function up(knex: Knex) {
  await down(knex); // an index that a broken run left is not valid
  for (const [name, rows] of Object.entries(indexes))
    await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON contracts ${rows}`);
}

export async function down(knex: Knex) {
  for (const name of Object.keys(indexes)) await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}
