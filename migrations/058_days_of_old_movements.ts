import type { Knex } from "knex";
import { hasDay } from "./057_days_of_movements";

/**
 * Describes the movements that an office has, a thousand documents at a time while it runs, and goes on where it was stopped.
 * An account's statement reads them by day.
 */
export const config = { transaction: false };

const batch = 1000;

export async function up(knex: Knex) {
  const describe = (numbers: string[] | null) =>
    knex.transaction(async (trx) => {
      await trx.raw("SELECT set_config('office.time_zone', ?, true)", [process.env.APP_TIME_ZONE ?? ""]);
      await trx.raw("SELECT describe_old_movements(?)", [numbers]);
    });
  await describe(null);
  for (let last = ""; ; ) {
    const { rows } = await knex.raw<{ rows: { document_number: string }[] }>(
      `SELECT DISTINCT document_number FROM movements WHERE document_number > ? ORDER BY 1 LIMIT ${batch}`,
      [last],
    );
    const numbers = rows.map(({ document_number }) => document_number);
    if (!numbers.length) break;
    await describe(numbers);
    last = numbers.at(-1) as string;
  }
  await knex.raw("ALTER TABLE movements VALIDATE CONSTRAINT movements_with_days");
  await knex.raw("DROP INDEX CONCURRENTLY IF EXISTS movements_by_day");
  await knex.raw(
    `CREATE INDEX CONCURRENTLY movements_by_day ON movements (account_id, date, created_at, id) INCLUDE (amount, line_count)`,
  );
}

/** The days go with their columns. */
export async function down(knex: Knex) {
  await knex.raw("DROP INDEX CONCURRENTLY IF EXISTS movements_by_day");
  await knex.raw(
    `ALTER TABLE movements DROP CONSTRAINT movements_with_days, ADD CONSTRAINT movements_with_days ${hasDay} NOT VALID`,
  );
}
