/*
 * Dates of the Umm al-Qura calendar, from the platform. It agrees with the official calendar from 1420 to 1450 AH only, so other
 * years have no Hijri date (rulings §4). The names of months stand here, since browsers do not all agree on them.
 */

import { isDay, later } from "./dates";

const months = [
  "يناير",
  "فبراير",
  "مارس",
  "أبريل",
  "مايو",
  "يونيو",
  "يوليو",
  "أغسطس",
  "سبتمبر",
  "أكتوبر",
  "نوفمبر",
  "ديسمبر",
] as const;

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

/** Matches a day with its month's name: `15 مارس 2026`, `1 رجب 1447 هـ`. */
export const dayWithName = `\\d{1,2} (?:${[...months, ...hijriMonths].join("|")}) \\d{4}(?: هـ)?`;

/** The first and last year with Hijri dates. */
export const hijriYears = { first: 1420, last: 1450 };

const days = { first: "1999-04-17", last: "2029-05-13" };

/** @param calendar a Unicode identifier */
export const inNumbers = (calendar: string) =>
  new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
    timeZone: "UTC",
    year: "numeric",
    month: "numeric",
    day: "numeric",
  });

export const ummAlQura = inNumbers("islamic-umalqura");

/** A browser that does not know the calendar takes another one. */
const isKnown = ummAlQura.resolvedOptions().calendar === "islamic-umalqura";

/** A moment's year, month and day in a calendar. `format` writes 9/1/1447 AH; `formatToParts` takes five times as long. */
export function numbersOf(moment: Date, calendar = ummAlQura) {
  const [month = 0, day = 0, year = 0] = calendar.format(moment).match(/\d+/g)?.map(Number) ?? [];
  return { year, month, day };
}

/** A day with its Hijri date, `1 رجب 1447 هـ`; null outside of the calendar's years. */
export type Day = { date: string; hijri: string | null };

/** @param date `YYYY-MM-DD` */
export function hijri(date: string): string | null {
  if (date < days.first || date > days.last || !isDay(date) || !isKnown) return null;
  const { year, month, day } = numbersOf(new Date(`${date}T00:00:00Z`));
  return `${day} ${hijriMonths[month - 1]} ${year} هـ`;
}

/**
 * A day whose month has its name, `15 مارس 2026`, by which a typist sees which number was taken for the month.
 * @param date `YYYY-MM-DD`
 * @returns an empty text for what is no day
 */
export function monthInWords(date: string): string {
  if (!/^\d{4}-/.test(date) || !isDay(date)) return "";
  const [year, month, day] = date.split("-").map(Number);
  return `${day} ${months[Number(month) - 1]} ${year}`;
}

/** The same with its Hijri date, `15 مارس 2026 · 26 رمضان 1447 هـ`. */
export const dayInWords = (date: string): string =>
  [monthInWords(date), hijri(date)].filter(Boolean).join(" · ");

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
    start = numbersOf(new Date(thirtieth)).day === 30 ? later(thirtieth, 1) : thirtieth;
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
