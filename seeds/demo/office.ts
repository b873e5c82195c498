import type { Knex } from "knex";
import type { Calendar, Moment } from "./calendar";

export const founded: Moment = { daysAgo: 260, minute: 9 * 60 };

export type Office = ReturnType<typeof openOffice>;

/** The transaction, the calendar, and the rows that were inserted so far, by name. */
export function openOffice(trx: Knex.Transaction, calendar: Calendar) {
  const ids = new Map<string, number>();
  return {
    trx,
    calendar,
    async insert(table: string, key: string, rows: object[]) {
      const inserted = await trx(table).insert(rows).returning(["id", key]);
      for (const row of inserted) ids.set(`${table} ${row[key]}`, row.id);
    },
    id(table: string, key: string | number) {
      const id = ids.get(`${table} ${key}`);
      if (!id) throw new Error(`The demo data has no ${key} among its ${table}.`);
      return id;
    },
    remember: (table: string, key: string, id: number) => ids.set(`${table} ${key}`, id),
    /** The times of a row that was created at one moment and last changed at another. */
    times: (created: Moment, changed = created) => ({
      created_at: calendar.instant(created),
      updated_at: calendar.instant(changed),
    }),
  };
}
