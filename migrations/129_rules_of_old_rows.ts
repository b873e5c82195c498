import type { Knex } from "knex";
import { renewConstraint } from "./067_returned_cheques";
import { tables } from "./128_rules_in_functions";

/** Holds the rules of the migration before to the rows that an office has. Nobody waits meanwhile. */
export const config = { transaction: false };

export async function up(knex: Knex) {
  for (const table of Object.keys(tables))
    await knex.raw(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_rules`);
}

export async function down(knex: Knex) {
  for (const table of Object.keys(tables)) await renewConstraint(knex, table, `${table}_rules`);
}
