import type { Knex } from "knex";

/**
 * Planning a search compared each of its words with a thousand of the names in the statistics, for each way of the search. A hundred tell as
 * well whether a word is frequent (docs/decisions/long-lists.md). The next ANALYZE takes them, which autovacuum does.
 */
export const up = (knex: Knex) =>
  knex.raw(`
    ALTER TABLE customers ALTER COLUMN search SET STATISTICS DEFAULT;
    ALTER INDEX customers_names ALTER COLUMN 1 SET STATISTICS DEFAULT;
    ANALYZE customers`);

export const down = (knex: Knex) =>
  knex.raw(`
    ALTER TABLE customers ALTER COLUMN search SET STATISTICS 1000;
    ALTER INDEX customers_names ALTER COLUMN 1 SET STATISTICS 1000`);
