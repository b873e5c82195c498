import type { Knex } from "knex";
import { renewConstraint } from "./067_returned_cheques";
import { type Tables, tables } from "./128_rules_in_functions";

/** Holds the rules of the migration before to the rows that an office has, and drops the constraints that say the same. Nobody waits meanwhile. */
export const config = { transaction: false };

export const up = (knex: Knex) => holdRules(knex, tables);

/** Validates the rules that `addRules` has made, and drops the constraints of the same names. Not within a transaction. */
export async function holdRules(knex: Knex, tables: Tables) {
  for (const [table, rules] of Object.entries(tables)) {
    const drops = Object.keys(rules).map((name) => `DROP CONSTRAINT IF EXISTS ${name}`);
    await knex.raw(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_rules`);
    await knex.raw(`ALTER TABLE ${table} ${drops.join(", ")}`);
  }
}

export const down = (knex: Knex) => releaseRules(knex, tables);

/** Gives the tables their constraints back, as they were before `holdRules`. */
export async function releaseRules(knex: Knex, tables: Tables) {
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
