import { expect, test } from "vitest";
import { dayInWords, hijri, hijriMonths, hijriPeriods } from "~/domain/hijri";

test.each([
  ["1985-03-15", "15 مارس 1985"],
  ["1985-12-03", "3 ديسمبر 1985"],
  ["2026-02-18", "18 فبراير 2026 · 1 رمضان 1447 هـ"],
  ["2024-02-29", "29 فبراير 2024 · 19 شعبان 1445 هـ"],
  ["2029-05-13", "13 مايو 2029 · 29 ذو الحجة 1450 هـ"],
  ["2029-05-14", "14 مايو 2029"],
  ["2023-02-29", ""],
  ["", ""],
  ["12026-01-01", ""],
  ["infinity", ""],
])("%s in words is «%s»", (date, words) => expect(dayInWords(date)).toBe(words));

test("every day of the calendar's years has its own month's name and number", () => {
  for (const [month, name] of hijriMonths.entries())
    for (const { from, to } of hijriPeriods({ month: month + 1 })) {
      expect(hijri(from)).toMatch(new RegExp(`^1 ${name} \\d{4} هـ$`));
      expect(hijri(to)).toMatch(new RegExp(`^(29|30) ${name} `));
    }
});
