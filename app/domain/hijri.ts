/*
 * Dates of the Umm al-Qura calendar, from the platform. It agrees with the official calendar from 1420 to 1450 AH only, so other
 * years have no Hijri date (rulings §4). Only the server writes dates, since browsers name the months differently.
 */

import { isDay, later } from "./dates";

/** The month names of the platform. They stand here since browsers do not all agree. */
export const hijriMonths = [
  "محرم",
  "صفر",
  "ربيع الأول",
  "ربيع الآخر",
  "جمادى الأولى",
  "جمادى الآخرة",
  "رجب",
  "شعبان",
  "رمضان",
  "شوال",
  "ذو القعدة",
  "ذو الحجة",
] as const;

/** The first and last year with Hijri dates. */
export const hijriYears = { first: 1420, last: 1450 };

const days = { first: "1999-04-17", last: "2029-05-13" };

const calendar = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("ar-SA-u-ca-islamic-umalqura-nu-latn", {
    timeZone: "UTC",
    ...options,
  });
  return (date: string) => format.format(new Date(`${date}T00:00:00Z`));
};
const inWords = calendar({ day: "numeric", month: "long", year: "numeric" });
const dayOfMonth = calendar({ day: "numeric" });

/** A day with its Hijri date, `1 رجب 1447 هـ`; null outside of the calendar's years. */
export type Day = { date: string; hijri: string | null };

/** @param date `YYYY-MM-DD` */
export const hijri = (date: string): string | null =>
  date < days.first || date > days.last || !isDay(date) ? null : inWords(date);

/** A day as screens show it. @param date `YYYY-MM-DD` */
export const dayOf = (date: string): Day => ({ date, hijri: hijri(date) });

/** `dayOf` for a date that may be missing. */
export const dayOrNone = (date: string | null): Day | null => (date === null ? null : dayOf(date));

/**
 * The first day of each Hijri month, from the first year's first month to the one after the last year. A month has 29 or 30 days.
 */
let starts: string[] | undefined;

function monthStarts() {
  if (starts) return starts;
  starts = [days.first];
  for (let start = days.first; start <= days.last; starts.push(start)) {
    const thirtieth = later(start, 29);
    start = dayOfMonth(thirtieth) === "30" ? later(thirtieth, 1) : thirtieth;
  }
  return starts;
}

/**
 * The days of a Hijri year, of one of its months, or of a month in every year; both ends included.
 * @param year 1420 to 1450
 * @param month 1 to 12
 */
export function hijriPeriods({ year, month }: { year?: number; month?: number }) {
  const all = monthStarts();
  const period = (first: number, months: number) => ({
    from: all[first] as string,
    to: later(all[first + months] as string, -1),
  });
  const { first, last } = hijriYears;
  if (year && !month) return [period((year - first) * 12, 12)];
  const years = year ? [year] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return month ? years.map((one) => period((one - first) * 12 + month - 1, 1)) : [];
}

const inNumbers = (calendar: string) =>
  new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
    timeZone: "UTC",
    year: "numeric",
    month: "numeric",
    day: "numeric",
  });

/** The calendars that count years since the Hijra: that of the moon, and that of the sun as in Iran and Afghanistan. */
export type HijriCalendar = "lunar" | "solar";

/** By calendar: the platform's, its first day, and the mean lengths of years and months, by which a day is found within a few. */
const calendars = {
  lunar: {
    format: inNumbers("islamic-umalqura"),
    first: Date.UTC(622, 6, 19),
    year: 354.36707,
    month: 29.53059,
  },
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
      const part = Object.fromEntries(
        mean.format.formatToParts(date).map(({ type, value }) => [type, Number(value)]),
      );
      return part.year === year && part.month === month && part.day === day;
    })
    ?.toISOString()
    .slice(0, 10);
}
