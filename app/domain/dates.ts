/*
 * These take dates as they are stored, and PostgreSQL stores more than a calendar of ours has: a text that is no day is given back as it
 * is, so that it never ends the page on which it stands.
 */

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string) {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${text}T`);
}

/** A moment as PostgreSQL writes it, in ISO 8601 UTC. */
export function instantOf(stored: string) {
  // the usual form is only rearranged: a Date takes ten times as long, and a page reads hundreds of them
  const [, day, time, thousandths = ""] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/.exec(stored) ?? [];
  if (day) return `${day}T${time}.${thousandths.padEnd(3, "0")}Z`;
  const moment = new Date(stored.replace(" ", "T").replace(/[+-]\d\d$/, "$&:00"));
  return Number.isNaN(moment.getTime()) ? stored : moment.toISOString();
}

const englishMonths = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** A date as airlines and hotels write it, `05 MAR 1985`. @param date `YYYY-MM-DD` */
export const englishDate = (date: string) => {
  if (!isDay(date)) return date;
  const [year, month, day] = date.split("-");
  return `${day} ${englishMonths[Number(month) - 1]} ${year}`;
};

/** How many whole years lie between two dates; on a birthday one more than the day before. Both `YYYY-MM-DD`. */
export const yearsBetween = (from: string, to: string) =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0);

/** The number of days from `from` to `to`, both `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The date that is `days` days later, `YYYY-MM-DD`. */
export const later = (date: string, days: number) =>
  isDay(date) ? new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10) : date;

/** The whole days of a spreadsheet's number of days. A time within a minute before midnight is midnight: some programs write it early. */
export const wholeDays = (days: number) => Math.floor(days + 1 / 1440);
