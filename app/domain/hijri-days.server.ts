import { inNumbers, numbersOf, ummAlQura } from "./hijri";

/** The calendars that count years since the Hijra: that of the moon, and that of the sun as in Iran and Afghanistan. */
export type HijriCalendar = "lunar" | "solar";

/** By calendar: the platform's, its first day, and the mean lengths of years and months, by which a day is found within a few. */
const calendars = {
  lunar: { format: ummAlQura, first: Date.UTC(622, 6, 19), year: 354.36707, month: 29.53059 },
  solar: { format: inNumbers("persian"), first: Date.UTC(622, 2, 22), year: 365.2422, month: 30.6 },
};

/**
 * The day of a Hijri date by the platform's calendar. That of the moon may differ from the official one by a day outside of 1420 to 1450.
 * @param year 1300 to 1500
 * @returns `YYYY-MM-DD`; undefined if the month has no such day
 */
export function dayOfHijri(
  year: number,
  month: number,
  day: number,
  calendar: HijriCalendar = "lunar",
): string | undefined {
  const mean = calendars[calendar];
  const days = (year - 1) * mean.year + (month - 1) * mean.month + day - 1;
  const near = mean.first + Math.floor(days) * 86_400_000;
  return [0, 1, -1, 2, -2, 3, -3, 4, -4]
    .map((off) => new Date(near + off * 86_400_000))
    .find((date) => {
      const numbers = numbersOf(date, mean.format);
      return numbers.year === year && numbers.month === month && numbers.day === day;
    })
    ?.toISOString()
    .slice(0, 10);
}
