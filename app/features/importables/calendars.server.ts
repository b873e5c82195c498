import { fold } from "~/domain/fold";
import { hijriMonths } from "~/domain/hijri";
import type { HijriCalendar } from "~/domain/hijri-days.server";

/* The words of dates: months, eras and days of the week, as people write them. */

export type Calendar = HijriCalendar | "gregorian";

/** The names that the platform has for the parts of a year or a week. */
function namesOf(locales: string[], part: "month" | "weekday", calendar = "gregory") {
  const days = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2000, 2, 21 + day)));
  return locales.flatMap((locale) =>
    (["long", "short"] as const).flatMap((width) => {
      const of = `${locale}-u-ca-${calendar}`;
      const word = new Intl.DateTimeFormat(of, { [part]: width, timeZone: "UTC" });
      const number = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
        month: "numeric",
        timeZone: "UTC",
      });
      return days.map((day): [string, number] => [
        fold(word.format(day)),
        Number.parseInt(number.format(day), 10),
      ]);
    }),
  );
}

/** Further names of the months of the moon's year, by their order. Genitives, since a date is «15 من ذي الحجة», and names for themselves. */
const furtherNames = [
  ["المحرم", "محرم الحرام", "Muharram"],
  ["صفر الخير", "صفر المظفر", "Safar"],
  [
    "ربيع أول",
    "ربيع 1",
    "ربيع I",
    "Rabi al Awwal",
    "Rabi ul Awwal",
    "Rabi al Awal",
    "Rabi Awwal",
    "Rabi I",
    "Rabi 1",
  ],
  [
    "ربيع الثاني",
    "ربيع ثاني",
    "ربيع ثان",
    "ربيع آخر",
    "ربيع 2",
    "Rabi al Thani",
    "Rabi al Akhir",
    "Rabi ul Akhir",
    "Rabi Thani",
    "Rabi II",
    "Rabi 2",
  ],
  [
    "جمادى الأول",
    "جماد الأول",
    "جماد الأولى",
    "جماد أول",
    "جمادى 1",
    "جماد 1",
    "Jumada al Awwal",
    "Jumada al Ula",
    "Jumada al Oula",
    "Jumada I",
    "Jumada 1",
  ],
  [
    "جمادى الثانية",
    "جمادى الثاني",
    "جمادى الآخر",
    "جماد الثاني",
    "جماد الثانية",
    "جماد الآخر",
    "جماد الآخرة",
    "جماد ثاني",
    "جمادى 2",
    "جماد 2",
    "Jumada al Thani",
    "Jumada al Thaniyah",
    "Jumada al Akhirah",
    "Jumada al Akhira",
    "Jumada II",
    "Jumada 2",
  ],
  ["رجب الفرد", "رجب المرجب", "Rajab"],
  ["شعبان المعظم", "شعبان المكرم", "Shaban", "Shaaban"],
  ["رمضان المبارك", "رمضان المعظم", "Ramadan", "Ramadhan", "Ramzan"],
  ["شوال المكرم", "Shawwal", "Shawal"],
  [
    "ذي القعدة",
    "ذا القعدة",
    "ذوالقعدة",
    "ذيالقعدة",
    "القعدة",
    "ذو القعدة الحرام",
    "ذي القعدة الحرام",
    "Dhul Qadah",
    "Dhu al Qadah",
    "Dhul Qidah",
    "Dhu al Qidah",
    "Dhul Qaada",
    "Zul Qadah",
    "Zul Qaida",
    "Ziqad",
  ],
  [
    "ذي الحجة",
    "ذا الحجة",
    "ذوالحجة",
    "ذيالحجة",
    "الحجة",
    "ذو الحجة الحرام",
    "ذي الحجة الحرام",
    "Dhul Hijjah",
    "Dhu al Hijjah",
    "Dhul Hijja",
    "Dhu al Hijja",
    "Zul Hijjah",
    "Zul Hijja",
    "Zil Hajj",
  ],
];

/** By calendar: the number of a month by its folded name. A name belongs to one calendar. */
const months: Record<Calendar, Map<string, number>> = {
  gregorian: new Map(namesOf(["ar-EG", "ar-LB", "ar-DZ", "ar-MA", "en"], "month")),
  lunar: new Map([
    ...namesOf(["ar", "en"], "month", "islamic-umalqura"),
    ...[
      ...hijriMonths.entries(),
      ...furtherNames.flatMap((names, index) => names.map((name) => [index, name] as const)),
    ].map(([index, name]): [string, number] => [fold(name), index + 1]),
  ]),
  solar: new Map(namesOf(["fa", "fa-AF", "ps-AF", "en"], "month", "persian")),
};

/** The calendar and number of a month by its name: «ذي الحجة», `Mar`, «شهر رمضان», «يناير/كانون الثاني». */
export function monthOf(name: string) {
  for (const part of [name, ...name.split(/[/()]/)]) {
    const word = fold(part).replace(/^(من )?(شهر )?/, "");
    for (const [calendar, numbers] of Object.entries(months)) {
      const month = numbers.get(word);
      if (month) return { calendar: calendar as Calendar, month };
    }
  }
  return undefined;
}

const eras = new Map(
  (
    [
      ["lunar", "هـ، هـ ق، هق، ق، هجري، هجرية، هجري قمري، هجرية قمرية، قمري، قمرية، للهجرة، AH، A H، H"],
      ["solar", "هـ ش، هش، ش، هجري شمسي، هجرية شمسية، شمسي، شمسية، SH، AP"],
      ["gregorian", "م، ميلادي، ميلادية، للميلاد، AD، CE"],
    ] as const
  ).flatMap(([calendar, words]) =>
    words.split("،").map((word): [string, Calendar] => [fold(word), calendar]),
  ),
);

/** The calendar that a sign beside a date names. */
export const eraOf = (sign: string) => (sign ? eras.get(fold(sign)) : undefined);

const weekdays = new Set(namesOf(["ar", "en"], "weekday").map(([name]) => name));

/** A text without a day of the week at its beginning. */
export const withoutWeekday = (text: string) =>
  text.replace(/^(?:يوم\s+)?(\p{L}+)[\s,،.]+/u, (whole, word) => (weekdays.has(fold(word)) ? "" : whole));
