import { officeToday } from "~/domain/office-day.server";

/** Whether a group has departed: from its departure date on, or if that was set by hand (rulings §4). */
export const hasDeparted = (group: { departure_date: string | null; has_departed: boolean }) =>
  group.has_departed || isPast(group.departure_date);

export const isPast = (day: string | null) => day !== null && day <= officeToday();

/** `hasDeparted` for a row of `groups`, in SQL; null if no date is known. `:today` is the office's today. */
export const departedGroup = "(groups.has_departed OR groups.departure_date <= :today::date)";
