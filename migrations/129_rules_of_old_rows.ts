import type { Knex } from "knex";
import { renewConstraint } from "./067_returned_cheques";
import { tables } from "./128_rules_in_functions";

/** Holds the rules of the migration before to the rows that an office has, and drops the constraints that say the same. Nobody waits meanwhile. */
export const config = { transaction: false };

export async function up(knex: Knex) {
  for (const [table, rules] of Object.entries(tables)) {
    const drops = Object.keys(rules).map((name) => `DROP CONSTRAINT IF EXISTS ${name}`);
    await knex.raw(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_rules`);
    await knex.raw(`ALTER TABLE ${table} ${drops.join(", ")}`);
  }
}

export async function down(knex: Knex) {
  for (const [table, rules] of Object.entries(tables)) {
    const constraints = Object.entries(rules).map(
      ([name, rule]) =>
        `DROP CONSTRAINT IF EXISTS ${name}, ADD CONSTRAINT ${name} CHECK (${rule.replaceAll("one.", "")}) NOT VALID`,
    );
    const checks = Object.keys(rules).map((name) => `VALIDATE CONSTRAINT ${name}`);
    await knex.raw(`ALTER TABLE ${table} ${constraints.join(", ")}`);
    await knex.raw(`ALTER TABLE ${table} ${checks.join(", ")}`);
    await renewConstraint(knex, table, `${table}_rules`);
  }
}
