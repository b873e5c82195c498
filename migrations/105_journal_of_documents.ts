import type { Knex } from "knex";

/**
 * Enters in the journal what an office has, in the order of its writing, some thousand rows at a time while it runs, and goes on where it was stopped. Then
 * the periods that are closed get the lines of their closings, by the days and rates that are known now.
 */
export const config = { transaction: false };

const batch = 2000;

export async function up(knex: Knex) {
  await knex.raw(`
    DROP TABLE IF EXISTS journal_backlog;
    CREATE TABLE journal_backlog AS
    SELECT row_number() OVER (ORDER BY min(created_at), document) AS place, document FROM (
      SELECT document_number AS document, created_at FROM entries WHERE transaction_id IS NULL
      UNION ALL SELECT coalesce(document_number, ' ' || id), created_at FROM movements WHERE transaction_id IS NULL
      UNION ALL SELECT invoice_number, created_at FROM invoice_taxes WHERE transaction_id IS NULL) AS old
    GROUP BY document;
    ALTER TABLE journal_backlog ADD PRIMARY KEY (place)`);
  for (let from = 1; ; from += batch) {
    const { rowCount } = await knex.transaction((trx) =>
      trx.raw(
        `WITH part AS MATERIALIZED (SELECT document FROM journal_backlog WHERE place >= :from AND place < :to)
         SELECT post_rows(
           ARRAY(SELECT entries.id FROM entries JOIN part ON document_number = part.document WHERE transaction_id IS NULL
             AND NOT EXISTS (SELECT FROM journal_lines WHERE entry_id = entries.id)),
           ARRAY(SELECT movements.id FROM movements JOIN part ON coalesce(document_number, ' ' || movements.id) = part.document WHERE transaction_id IS NULL
             AND NOT EXISTS (SELECT FROM journal_lines WHERE movement_id = movements.id)),
           ARRAY(SELECT taxes.id FROM invoice_taxes AS taxes JOIN part ON invoice_number = part.document WHERE transaction_id IS NULL
             AND NOT EXISTS (SELECT FROM journal_lines WHERE tax_id = taxes.id)))
         WHERE EXISTS (SELECT FROM part)`,
        { from, to: from + batch },
      ),
    );
    if (!rowCount) break;
  }
  await knex.raw("DROP TABLE journal_backlog");
  await knex.raw(`
    SELECT close_journal_of(closings) FROM (
      SELECT period_closings AS closings FROM period_closings WHERE deed = 'close'
        AND NOT EXISTS (SELECT FROM journal_lines WHERE closing_id = period_closings.id)
        AND id IN (SELECT closing_of(closed_until) FROM period_closings) ORDER BY closed_until) AS standing`);
}

/** The lines go with their table. */
export async function down() {}
