import type { Knex } from "knex";
import { dayOfStatus } from "./055_entries_by_triggers";
import { replace } from "./062_events_of_closed_periods";

/**
 * The days on which an invoice was cancelled, and a document got its status, are those of that document. In a function of SQL a
 * parameter `id` gives way to a column of this name, so both compared a column with another one of the same row.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ${replace(dayOfStatus)}
    CREATE OR REPLACE FUNCTION invoice_cancelled_on(id integer, status text) RETURNS date LANGUAGE sql STABLE AS $$
      SELECT max(date) FROM entries WHERE NOT stands(status) AND invoice_id = $1 AND cause = 'invoice_cancelled'
    $$`);
}

/** Where the migrations before ran as they are now, there is nothing to take back. */
export async function down() {}
