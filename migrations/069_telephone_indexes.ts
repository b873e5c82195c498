import type { Knex } from "knex";

/** Built while the office writes on, which no transaction can. */
export const config = { transaction: false };

const tables = ["customers", "agents", "suppliers"];

/** Whose number it is, in international form or by the digits that were typed, and which numbers are still to be read. */
const indexes = {
  telephone: "phone_e164, id",
  telephone_digits: "regexp_replace(phone, '[^0-9]', '', 'g')",
};

export async function up(knex: Knex) {
  await down(knex); // one that was broken off
  for (const table of tables)
    for (const [name, columns] of Object.entries(indexes))
      await knex.raw(`CREATE INDEX CONCURRENTLY ${table}_${name} ON ${table} (${columns})`);
}

export async function down(knex: Knex) {
  for (const table of tables)
    for (const name of Object.keys(indexes))
      await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_${name}`);
}
