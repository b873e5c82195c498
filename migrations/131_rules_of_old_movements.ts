import type { Knex } from "knex";
import { holdRules, releaseRules } from "./129_rules_of_old_rows";
import { tables } from "./130_lighter_vouchers";

/** Holds the rules of the migration before to the movements and accounts that an office has, as 129 does. */
export const config = { transaction: false };

export const up = (knex: Knex) => holdRules(knex, tables);

export const down = (knex: Knex) => releaseRules(knex, tables);
