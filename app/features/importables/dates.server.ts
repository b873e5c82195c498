import { later } from "~/domain/dates";
import { latinDigits } from "~/domain/digits";
import { fold } from "~/domain/fold";
import { dayOfHijri, hijriMonths } from "~/domain/hijri";
import { ofWord } from "./choices";
import type { Read } from "./importable.server";

/* Dates in the forms that people and spreadsheets use. */

/** «مارس», «آذار», `March` and `Mar`, by their folded names. */
const months = new Map(
  Array.from({ length: 12 }, (_, index) => index).flatMap((index) =>
    (["ar-EG", "ar-LB", "en"] as const).flatMap((locale) =>
      (["long", "short"] as const).map((month): [string, number] => [
        fold(
          new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" }).format(
            new Date(Date.UTC(2000, index, 1)),
          ),
        ),
        index + 1,
      ]),
    ),
  ),
);
const monthsOfHijra = new Map(hijriMonths.map((name, index) => [fold(name), index + 1]));
const hijriYears = { first: 1300, last: 1500 };

/** A date as a workbook's day number, which a column without a date format shows. */
const serial = /^(\d{5})(\.\d+)?$/;
const serials = { dayBeforeFirst: "1899-12-30", first: "1930-01-01", last: "2100-12-31" };

const ambiguous =
  "في العمود تواريخ يومها أولًا وأخرى شهرها أولًا، وهذا قد يكون من هذه أو تلك: اكتبه مثل 2026-12-31";

type Order = "day first" | "month first";
type Parts = { first: string; second: string; third: string; era: string };

/** The middle part begins and ends with neither blank nor sign, so that no text can be divided in many ways. */
const threeParts = /^(\d{1,4})[\s/.-]+([^\s/.-](?:.*[^\s/.-])?)[\s/.-]+(\d{1,4})\s*(هـ?|م|AH|AD)?\.?$/i;

/** The three parts of a date, without a time of day after it. */
function partsOf(text: string): Parts | undefined {
  const [date = ""] = latinDigits(text.slice(0, 50)).split(/(?<=\d{4}|\d\d)[T ]+\d{1,2}:/);
  const parts = threeParts.exec(date.trim());
  if (!parts) return undefined;
  const [, first = "", second = "", third = "", era = ""] = parts;
  return { first, second, third, era: era && (/^(ه|AH)/i.test(era) ? "hijri" : "gregorian") };
}

/** The order of day and month if one of them is over 12. */
function provenOrder({ first, second }: Parts): Order | undefined {
  const [one, two] = [Number(first), Number(second)];
  const isMonth = (number: number) => number >= 1 && number <= 12;
  const isDay = (number: number) => number > 12 && number <= 31;
  if (isDay(one) && isMonth(two)) return "day first";
  return isMonth(one) && isDay(two) ? "month first" : undefined;
}

/**
 * The reader of a column's dates: month first if one date proves it and none proves the opposite. If both are
 * proven, ambiguous dates are refused.
 */
function readerOf(texts: string[]): Read {
  const orders = new Set(
    texts.flatMap((text) => partsOf(text) ?? []).flatMap((parts) => provenOrder(parts) ?? []),
  );
  const [usual = "day first"] = orders;
  return (text) => {
    const parts = partsOf(text);
    if (!parts) return dayOfSerial(text) ?? text;
    const { first, second, third, era } = parts;
    if (first.length === 4) return inDays(first, second, third, era) ?? text;
    const isNumber = /^\d{1,2}$/.test(second);
    const proven = provenOrder(parts);
    if (isNumber && !proven && orders.size > 1 && Number(first) !== Number(second))
      return { fault: ambiguous };
    return isNumber && (proven ?? usual) === "month first"
      ? (inDays(third, first, second, era) ?? text)
      : (inDays(third, second, first, era) ?? text);
  };
}

/** `YYYY-MM-DD`, even of a day that does not exist; undefined for a text that is no date of its calendar. */
function inDays(year: string, month: string, day: string, era: string) {
  const isHijri = Number(year) >= hijriYears.first && Number(year) <= hijriYears.last;
  if (era && (era === "hijri") !== isHijri) return undefined;
  const number = /^\d{1,2}$/.test(month) ? Number(month) : ofWord(isHijri ? monthsOfHijra : months, month);
  if (!number) return undefined;
  return isHijri
    ? dayOfHijri(Number(year), number, Number(day))
    : [year, String(number).padStart(2, "0"), day.padStart(2, "0")].join("-");
}

function dayOfSerial(text: string) {
  const days = serial.exec(latinDigits(text))?.[1];
  const date = days && later(serials.dayBeforeFirst, Number(days));
  return date && date >= serials.first && date <= serials.last ? date : undefined;
}

/** Reads `31/12/2026`, `2026/12/31`, `31-Dec-2026`, `15/3/1448هـ`, `46387` and `2026-12-31`, also with a time of day after it. */
export const date = {
  kind: "date" as const,
  hint: "مثل 2026-12-31 أو 31/12/2026",
  readColumn: readerOf,
};
