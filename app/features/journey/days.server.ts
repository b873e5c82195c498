import { officeToday } from "~/domain/office-day.server";

/** Whether a group has departed: from its departure date on, or if that was set by hand (rulings §4). */
export const hasDeparted = (group: { departure_date: string | null; has_departed: boolean }) =>
  group.has_departed || isPast(group.departure_date);

export const isPast = (day: string | null) => day !== null && day <= officeToday();

/** `hasDeparted` for a row of `groups`, in SQL; null if no date is known. `:today` is the office's today. */
export const departedGroup = "(groups.has_departed OR groups.departure_date <= :today::date)";

/* A journey's days, as SQL on the rows of groups, trips and campaigns, outer joined (migrations/052_journey_days.ts). */

/** The departure; null while neither the group nor a trip has a day. */
export const knownDeparture = "departure_of(groups, trips)";
/** The same, or the campaign's first day: who has no group travels on the campaign's days. */
export const departure = "departure_of(groups, trips, campaigns)";
export const returnDate = "return_of(trips, campaigns)";
/** The day until which a visa must be valid: the trip's last day, otherwise the departure. `greatest` ignores null. */
export const visaUntil = `greatest(${departure}, trips.end_date)`;
/** Joins a journey's days as `journey`, so that they are computed once a row. */
export const withJourney = `CROSS JOIN LATERAL (SELECT ${departure} AS departure, ${visaUntil} AS visa_until OFFSET 0) AS journey`;
