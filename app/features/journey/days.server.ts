import type { Db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";

/** Whether a group has departed: from its departure date on, or if that was set by hand (rulings §4). */
export const hasDeparted = (group: { departure_date: string | null; has_departed: boolean }) =>
  group.has_departed || isPast(group.departure_date);

export const isPast = (day: string | null) => day !== null && day <= officeToday();

/** `hasDeparted` for a row of `groups`, in SQL; null if no date is known. `:today` is the office's today. */
export const departedGroup = "(groups.has_departed OR groups.departure_date <= :today::date)";

/*
 * A journey's days, as SQL on the rows of groups, trips and campaigns, outer joined (migrations/052_journey_days.ts, 079_return_days.ts;
 * journey.md, rule 3).
 */

/** The departure; null while neither the group nor a trip has a day. */
export const knownDeparture = "departure_of(groups, trips)";
/** The same, or the campaign's first day: who has no group travels on the campaign's days. */
export const departure = "departure_of(groups, trips, campaigns)";
/** The return of a group: the trip's last day, else the end of its stays, else the campaign's last day. */
export const groupReturn = "coalesce(trips.end_date, stays_end(groups.id), campaigns.end_date)";
/**
 * Joins the days of a customer's journey as `journey`, so that they are computed once a row. A visa must be valid until its `visa_until`.
 * Without a trip it ends with the stays of the customer's package, which PostgreSQL computes once for each group and package, as long
 * as OFFSET keeps the package a column of its own.
 * That package is asked here and not of packages_of_members, which would join the group and the trip anew for each of thousands of rows.
 * @param customer the column with the id
 */
export const withJourney = (customer: string) =>
  `LEFT JOIN LATERAL (
     SELECT coalesce(
       (SELECT kept.package_id FROM kept_packages AS kept
        WHERE kept.group_id = groups.id AND kept.customer_id = ${customer} AND kept_on >= settled_on(groups, trips)
        ORDER BY kept.package_id LIMIT 1),
       (SELECT signed.package_id FROM contracts AS signed
        WHERE signed.customer_id = ${customer} AND signed.campaign_id = campaigns.id AND travels_with(signed, settled_on(groups, trips))
        ORDER BY signed.id DESC LIMIT 1)) AS of_stays OFFSET 0) AS own ON trips.end_date IS NULL
   LEFT JOIN LATERAL (SELECT stays_end(groups.id, of_stays) AS until OFFSET 0) AS own_stays ON true
   CROSS JOIN LATERAL (
     SELECT departure, return, greatest(departure, return) AS visa_until
     FROM (SELECT ${departure} AS departure, coalesce(trips.end_date, own_stays.until, campaigns.end_date) AS return OFFSET 0) AS days
     OFFSET 0) AS journey`;

/** The days of a group's journey. */
export const daysOfGroup = (db: Db, id: number): Promise<{ departure: string; return: string }> =>
  db("groups")
    .join("campaigns", "campaigns.id", "campaign_id")
    .leftJoin("trips", "trips.id", "trip_id")
    .where({ "groups.id": id })
    .first(db.raw(`${departure} AS departure, ${groupReturn} AS return`));

/** The days of a person's journey with their group of a campaign; undefined for who travels in none. */
export const daysInGroup = (
  db: Db,
  { customer_id, campaign_id }: Record<"customer_id" | "campaign_id", number>,
): Promise<{ departure: string; return: string } | undefined> =>
  db("group_members")
    .join("groups", "groups.id", "group_id")
    .join("campaigns", "campaigns.id", "group_members.campaign_id")
    .leftJoin("trips", "trips.id", "trip_id")
    .joinRaw(withJourney("group_members.customer_id"))
    .where({ customer_id, "group_members.campaign_id": campaign_id, travels: true })
    .first("journey.departure", "journey.return");
