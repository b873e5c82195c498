import type { Knex } from "knex";
import { renewConstraint } from "./067_returned_cheques";

/** The constraint of the migration before is held to what an office has. Nobody waits meanwhile. */
export const config = { transaction: false };

export async function up(knex: Knex) {
  await knex.raw("ALTER TABLE entries VALIDATE CONSTRAINT entries_cause_check");
}

export const down = (knex: Knex) => renewConstraint(knex, "entries", "entries_cause_check");
