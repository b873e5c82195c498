import type { Knex } from "knex";
import { documents } from "./055_entries_by_triggers";

/**
 * The entries of the documents that an office has: what they say today, on the days that they say. The triggers write those of
 * newer changes meanwhile, so it goes in short transactions while the office runs, and goes on where it was stopped.
 */
export const config = { transaction: false };

const batch = 2000;

export async function up(knex: Knex) {
  for (const [table, { kind: kindOf }] of Object.entries(documents)) {
    const kind = kindOf(table);
    const { rows: ends } = await knex.raw(`SELECT coalesce(max(id), 0) AS last FROM ${table}`);
    for (let first = 0; first <= ends[0].last; first += batch)
      await knex.transaction(async (trx) => {
        await trx.raw("SELECT set_config('office.time_zone', ?, true)", [process.env.APP_TIME_ZONE ?? ""]);
        const rows = `FROM ${table} WHERE id BETWEEN :first AND :last`;
        const bounds = { first, last: first + batch - 1 };
        await trx.raw(`SELECT ${rows} ORDER BY id FOR NO KEY UPDATE`, bounds); // the next statement sees what others wrote of them
        await trx.raw(
          `SELECT keep_entries(${kind}, ${table}.id, ARRAY(SELECT lines_of(${table}, NULL::${table})), true, created_at) ${rows}
           AND NOT EXISTS (SELECT FROM entries WHERE document = ${kind} AND document_id = ${table}.id)`,
          bounds,
        );
        // The plan that reads a document's entries was made while there were none: it would go on reading all of them.
        if (ends[0].last > 0 && first % (10 * batch) === 0) await trx.raw("ANALYZE entries");
      });
  }
}

/** The entries go with their table. */
export async function down() {}
