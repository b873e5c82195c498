import type { Knex } from "knex";

/** One place is free for so many paying of one agent or family; null where none is (docs/decisions/free-places.md). */
export const up = (knex: Knex) =>
  knex.raw("ALTER TABLE campaigns ADD COLUMN free_per integer CHECK (free_per BETWEEN 1 AND 1000)");

export const down = (knex: Knex) => knex.raw("ALTER TABLE campaigns DROP COLUMN free_per");
