import { officeToday } from "~/domain/office-day.server";

/** A group has departed from its departure date on, or where that was set by hand (rulings §4). */
export const hasDeparted = (group: { departure_date: string | null; has_departed: boolean }) =>
  group.has_departed || isPast(group.departure_date);

export const isPast = (day: string | null) => day !== null && day <= officeToday();

/** The same of a row of `groups`; SQL, null where no date is known; the office's today is bound as `:today`. */
export const departedGroup = "(groups.has_departed OR groups.departure_date <= :today::date)";
