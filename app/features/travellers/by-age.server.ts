import { db } from "~/db/knex.server";
import { ages } from "~/domain/ages";

/** How many travel, by their age on a day. Whose birthday is not known is an adult. */
export type TravellersByAge = { adults: number; children: number; infants: number };

export const nobodyByAge: TravellersByAge = { adults: 0, children: 0, infants: 0 };

/**
 * Who travels on trips, counted by the age on a day, by the trip's id. A trip on which nobody travels is left out.
 * @param on `YYYY-MM-DD`
 */
export async function travellersByAge(tripIds: number[], on: string): Promise<Map<number, TravellersByAge>> {
  const isYounger = (than: keyof typeof ages) =>
    db.raw("coalesce(date_of_birth > ?::date - make_interval(years => ?), false)", [on, ages[than]]);
  const rows: (TravellersByAge & { trip_id: number })[] = await db("group_members")
    .join("groups", "groups.id", "group_members.group_id")
    .join("customers", "customers.id", "group_members.customer_id")
    .whereIn("trip_id", tripIds)
    .where({ travels: true })
    .groupBy("trip_id")
    .select("trip_id", {
      adults: db.raw("count(*) FILTER (WHERE NOT ?)", [isYounger("child")]),
      children: db.raw("count(*) FILTER (WHERE ? AND NOT ?)", [isYounger("child"), isYounger("infant")]),
      infants: db.raw("count(*) FILTER (WHERE ?)", [isYounger("infant")]),
    });
  return new Map(rows.map(({ trip_id, ...counts }) => [trip_id, counts]));
}
