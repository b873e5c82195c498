import { later, wholeDays } from "~/domain/dates";
import { latinDigits } from "~/domain/digits";
import { hijriYears } from "~/domain/hijri";
import { dayOfHijri, type HijriCalendar } from "~/domain/hijri-days.server";
import { officeDayOf } from "~/domain/office-day.server";
import { tidyLine } from "~/domain/tidy";
import { type Calendar, eraOf, monthOf, withoutWeekday } from "./calendars.server";
import type { Answer } from "./import";
import type { Read, Reading } from "./importable.server";

/* Dates in the forms that people and spreadsheets use. */

/** In characters: JavaScript's form of a moment with the name of its zone. */
const longest = 90;
/** `read`: the years that are Hijri ones; `solar`: up to the last that may be one of the sun's calendar, which is at 1405 in 2026. */
const years = { read: { first: 1300, last: 1500 }, solar: 1419, earliestGregorian: 1800 };

/** A date as a workbook's day number, which a column without a date format shows. */
const serial = /^\d{5}(\.\d+)?$/;
const serials = { dayBeforeFirst: "1899-12-30", first: "1930-01-01", last: "2100-12-31" };

const ambiguous =
  "في العمود تواريخ يومها أولًا وأخرى شهرها أولًا، وهذا قد يكون من هذه أو تلك: اكتبه مثل 2026-12-31";
const impossibleYear = `السنة ليست ميلادية، ولا هجرية من ${years.read.first} إلى ${years.read.last}`;

type Order = "day first" | "month first";
/** The parts of a date: three, the year first or last, the month as a number or a name; and what stands after it. */
type Parts = {
  first: string;
  second: string;
  third: string;
  era: Calendar | undefined;
  clock: Clock | undefined;
};
type Clock = { hours: number; minutes: number; seconds: number; zone: string | undefined };

const clockForm =
  /(?:(?<=\d)T|[\s,،]+)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:\s*(AM|PM|ص|م|صباحًا|صباحا|مساءً|مساء))?\s*(Z|(?:UTC|GMT)?[+-]\d\d?(?::?\d\d)?|UTC|GMT)?(?:\s*\([^)]*\))?$/i;

/** The time of day at the end of a text. */
function clockOf(text: string): Clock | undefined {
  const [, hours, minutes, seconds = "0", half = "", zone] = clockForm.exec(text) ?? [];
  if (!hours || Number(hours) > 24 || Number(minutes) > 59) return undefined;
  const isAfternoon = /^[Pم]/i.test(half);
  return {
    hours: half ? (Number(hours) % 12) + (isAfternoon ? 12 : 0) : Number(hours),
    minutes: Number(minutes),
    seconds: Number(seconds),
    zone: zone?.toUpperCase(),
  };
}

/** Words, a number, words or a sign, a number, a sign, a number, words; the last number is missing where a month has its name. */
const form = /^([^\d]*)(\d{1,4})([^\d]+)(\d{1,4})(?:([^\d]+)(\d{1,4}))?([^\d]*)$/;
const isSign = (text = "") => /^[\s/.\\\p{Pd}]+$/u.test(text);
/** A month's name without the signs around it. */
const nameIn = (text: string) => text.replace(/^[\s/.,،\p{Pd}]+|[\s/.,،\p{Pd}]+$/gu, "");

function partsOf(text: string): Parts | undefined {
  const line = latinDigits(tidyLine(text.slice(0, longest)));
  const clock = clockOf(line);
  const date = withoutWeekday(clock ? line.replace(clockForm, "") : line);
  const [, before = "", first = "", middle = "", second = "", sign, third, after = ""] =
    form.exec(date) ?? [];
  const word = nameIn(before);
  const tail = after.replace(/\.$/, "").trim();
  const era = eraOf(tail || word);
  if (!first || (tail && !era)) return undefined;
  if (third) {
    const name = `${nameIn(middle)} ${second}`; // «ربيع 2»
    if (!isSign(sign) || (word && !era) || !(isSign(middle) || monthOf(name))) return undefined;
    return { first, second: isSign(middle) ? second : name, third, era, clock };
  }
  const name = nameIn(middle);
  if (name && (!word || eraOf(word))) return { first, second: name, third: second, era, clock };
  return !name && word && monthOf(word) ? { first, second: word, third: second, era, clock } : undefined;
}

const isHijriYear = (year: number) => year >= years.read.first && year <= years.read.last;

/** The order of day and month if one of them is over 12. Hijri dates prove nothing: they are never written month first. */
function provenOrder({ first, second, third }: Parts): Order | undefined {
  const [one, two] = [Number(first), Number(second)];
  const isMonth = (number: number) => number >= 1 && number <= 12;
  const isDay = (number: number) => number > 12 && number <= 31;
  if (isHijriYear(Number(third))) return undefined;
  if (isDay(one) && isMonth(two)) return "day first";
  return isMonth(one) && isDay(two) ? "month first" : undefined;
}

/**
 * The reader of a column's dates: month first if one date proves it and none proves the opposite. If both are
 * proven, ambiguous dates are refused.
 * @param answer the calendar of years that may be of two
 */
function readerOf(texts: string[], answer?: Answer): Read {
  const written = new Map(texts.map((text) => [text, partsOf(text)]));
  const orders = new Set([...written.values()].flatMap((parts) => (parts && provenOrder(parts)) ?? []));
  const [usual = "day first"] = orders;
  const calendar = answer === "lunar" || answer === "solar" ? answer : undefined;
  return (text) => {
    const parts = written.has(text) ? written.get(text) : partsOf(text);
    if (!parts) return dayOfSerial(text) ?? text;
    const { first, second, third, era, clock } = parts;
    const read = (year: string, month: string, day: string) =>
      atClock(dayIn(text, { year, month, day, era }, calendar) ?? text, clock);
    if (first.length > 2) return read(first, second, third);
    const isNumber = /^\d{1,2}$/.test(second) && !isHijriYear(Number(third));
    const proven = provenOrder(parts);
    if (isNumber && !proven && orders.size > 1 && Number(first) !== Number(second))
      return { fault: ambiguous };
    return isNumber && (proven ?? usual) === "month first"
      ? read(third, first, second)
      : read(third, second, first);
  };
}

type Written = { year: string; month: string; day: string; era: Calendar | undefined };

/** `YYYY-MM-DD`, even of a day that does not exist; undefined for a text that is no date of its calendar. */
function dayIn(text: string, { year, month, day, era }: Written, answer: HijriCalendar | undefined): Reading {
  if (year.length < 3 || day.length > 2) return undefined;
  const count = Number(year);
  const isHijri = isHijriYear(count);
  if (!isHijri && count < years.earliestGregorian) return { fault: impossibleYear };
  const named = /^\d{1,2}$/.test(month) ? undefined : monthOf(month);
  const number = named?.month ?? Number(month);
  const calendars = [era, named?.calendar].flatMap((one) => one ?? []);
  if (!number || calendars.some((one) => (one === "gregorian") === isHijri) || new Set(calendars).size > 1)
    return undefined;
  if (!isHijri) return [year, String(number).padStart(2, "0"), day.padStart(2, "0")].join("-");
  const ofCalendar = (calendar: HijriCalendar) => dayOfHijri(count, number, Number(day), calendar);
  const [own = count > years.solar ? "lunar" : answer] = calendars as HijriCalendar[];
  if (!own) return question(text, ofCalendar("lunar"), ofCalendar("solar"));
  const value = ofCalendar(own);
  if (!value) return undefined;
  const isCertain = own === "lunar" && count >= hijriYears.first && count <= hijriYears.last;
  return isCertain ? value : { value, mark: markOf(text, own) };
}

const markOf = (text: string, calendar: HijriCalendar) =>
  calendar === "solar" ? `عن ${text} بالتقويم الهجري الشمسي` : `عن ${text} بالتقويم الهجري، وقد يختلف يومًا`;

/** The fault of a date whose year may be of two calendars, with its day in each. */
function question(text: string, lunar: string | undefined, solar: string | undefined): Reading {
  if (!lunar && !solar) return undefined;
  const dayOf = (day: string | undefined, calendar: string) =>
    day ? `هو ${day} بالتقويم ${calendar}` : `لا يوم له بالتقويم ${calendar}`;
  return { fault: `${text}: ${dayOf(lunar, "القمري")}، و${dayOf(solar, "الشمسي")}`, asks: "calendar" };
}

/** In milliseconds. Some programs write midnight some seconds early, such as 23:59:17. */
const minute = 60_000;

/** The office's day of a date with a time of day: with a zone, that of the moment. A time within a minute before midnight is midnight. */
function atClock(read: Reading, clock: Clock | undefined): Reading {
  const day = typeof read === "string" ? read : read && "value" in read ? read.value : undefined;
  if (!clock || !day) return read;
  const { hours, minutes, seconds, zone } = clock;
  const early = seconds === 59 && minutes === 59 ? 0 : minute; // the last second ends its day: nobody writes midnight so
  const moment = Date.parse(day) + ((hours * 60 + minutes) * 60 + seconds) * 1000 + early;
  if (Number.isNaN(moment)) return read;
  const value = zone
    ? officeDayOf(new Date(moment - offsetOf(zone)))
    : new Date(moment).toISOString().slice(0, 10);
  return typeof read === "string" ? value : { ...read, value };
}

/** In milliseconds: how far a zone such as `Z`, `+03:00` or `GMT+3` is ahead of UTC. */
function offsetOf(zone: string) {
  const [, sign, hours = "0", minutes = "0"] = /([+-])(\d\d?):?(\d\d)?$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minute;
}

function dayOfSerial(text: string) {
  const digits = latinDigits(text);
  const date = serial.test(digits) && later(serials.dayBeforeFirst, wholeDays(Number(digits)));
  return date && date >= serials.first && date <= serials.last ? date : undefined;
}

/**
 * Reads `31/12/2026`, `2026/12/31`, `31-Dec-2026`, `15/3/1448هـ`, `46387` and `2026-12-31`, also with a time of day after it and a
 * zone after that.
 */
export const date = {
  kind: "date" as const,
  hint: "مثل 2026-12-31 أو 31/12/2026",
  readColumn: readerOf,
};
