import type { Knex } from "knex";
import { db } from "./knex.server";

/**
 * Sorts by a name as people do, whatever the database's own order is: أ, إ and ا are one letter, پ follows ب, and 2 precedes 10
 * (migrations/093_spellings.ts).
 * @param others columns that decide between equal names
 */
export const byName = (name: string, ...others: string[]): Knex.Raw =>
  db.raw(`?? COLLATE by_name${", ??".repeat(others.length)}`, [name, ...others]);
