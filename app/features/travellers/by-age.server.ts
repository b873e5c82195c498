import type { Knex } from "knex";
import { db } from "~/db/knex.server";
import { ages } from "~/domain/ages";

/** How many travel, by their age on a day. Whose birthday is not known is an adult. */
export type TravellersByAge = { adults: number; children: number; infants: number };

export const nobodyByAge: TravellersByAge = { adults: 0, children: 0, infants: 0 };

/** Whether a customer of the query is younger than an age on a day, in SQL. */
const isYounger = (than: keyof typeof ages, on: string | Knex.Raw) =>
  db.raw("coalesce(date_of_birth > ?::date - make_interval(years => ?), false)", [on, ages[than]]);

/** The place of adults, children and infants on a day, in SQL: 0, 1, 2. */
export const ageRank = (on: Knex.Raw) =>
  db.raw("?::integer + ?::integer", [isYounger("child", on), isYounger("infant", on)]);

/**
 * Who travels on trips, counted by the age on a day, by the trip's id. A trip on which nobody travels is left out.
 * @param on `YYYY-MM-DD`
 */
export async function travellersByAge(tripIds: number[], on: string): Promise<Map<number, TravellersByAge>> {
  const rows: (TravellersByAge & { trip_id: number })[] = await db("group_members")
    .join("groups", "groups.id", "group_members.group_id")
    .join("customers", "customers.id", "group_members.customer_id")
    .whereIn("trip_id", tripIds)
    .where({ travels: true })
    .groupBy("trip_id")
    .select("trip_id", {
      adults: db.raw("count(*) FILTER (WHERE NOT ?)", [isYounger("child", on)]),
      children: db.raw("count(*) FILTER (WHERE ? AND NOT ?)", [
        isYounger("child", on),
        isYounger("infant", on),
      ]),
      infants: db.raw("count(*) FILTER (WHERE ?)", [isYounger("infant", on)]),
    });
  return new Map(rows.map(({ trip_id, ...counts }) => [trip_id, counts]));
}
