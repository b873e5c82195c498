import type { Knex } from "knex";

/**
 * contract_terms: the office's own terms, printed on its contracts; null for the usual ones, which are words of the product.
 * emergency_phone: whom pilgrims call on the way; null where it is the office's telephone.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE company_info ADD COLUMN emergency_phone text;
    ALTER TABLE company_info ADD COLUMN contract_terms text`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    ALTER TABLE company_info DROP COLUMN contract_terms;
    ALTER TABLE company_info DROP COLUMN emergency_phone`);
}
