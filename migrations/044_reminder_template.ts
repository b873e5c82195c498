import type { Knex } from "knex";

/** reminder_template: the office's own words for reminders of debts; null for the usual ones, which are words of the product. */
export async function up(knex: Knex) {
  await knex.raw("ALTER TABLE company_info ADD COLUMN reminder_template text");
}

export async function down(knex: Knex) {
  await knex.raw("ALTER TABLE company_info DROP COLUMN reminder_template");
}
