import { expect, test } from "vitest";
import { misplacedStages, nightsWithoutBed, type StageOfJourney } from "~/features/journey/gaps";
import type { DatedStay } from "~/features/journey/stay-dates.server";

const stay = (check_in: string | null, check_out: string | null) => ({ check_in, check_out });
const [makkah, madinah] = [stay("2027-03-02", "2027-03-06"), stay("2027-03-06", "2027-03-10")];
const journey = { start: "2027-03-02", end: "2027-03-10" };

test.each([
  ["one stay follows another", [makkah, madinah], journey, []],
  ["the first night is on the way", [makkah, madinah], { ...journey, start: "2027-03-02" }, []],
  [
    "two nights before the first stay",
    [makkah, madinah],
    { ...journey, start: "2027-02-28" },
    ["2027-02-28 2027-03-02"],
  ],
  [
    "a night between, and two at the end",
    [makkah, stay("2027-03-07", "2027-03-10")],
    { ...journey, end: "2027-03-12" },
    ["2027-03-06 2027-03-07", "2027-03-10 2027-03-12"],
  ],
  ["in any order, with nights in both", [stay("2027-03-05", "2027-03-10"), makkah], journey, []],
  [
    "without known ends only between",
    [makkah, stay("2027-03-08", "2027-03-10")],
    { start: null, end: null },
    ["2027-03-06 2027-03-08"],
  ],
  ["a stay without days", [makkah, stay(null, null)], journey, []],
  ["no stays", [], journey, []],
  [
    "nights in a camp",
    [makkah, stay("2027-03-08", "2027-03-10")],
    { ...journey, isElsewhere: (day: string) => day === "2027-03-06" },
    ["2027-03-07 2027-03-08"],
  ],
])("nights without a bed: %s", (_, stays, days, runs) => {
  expect(nightsWithoutBed(stays, days).map(({ from, until }) => `${from} ${until}`)).toEqual(runs);
});

const inHotel = (hotel: string, city: string, days: typeof makkah, package_id = 1): DatedStay => ({
  ...{ package_id, package: "الحرمان", place: 1, hotel_id: hotel.length, hotel, hotel_latin: null },
  ...{ city_id: 1, city, city_latin: null, nights: 4, is_shifted: false },
  ...days,
});
const stays = [inHotel("فندق مكة", "مكة المكرمة", makkah), inHotel("دار طيبة العليا", "المدينة", madinah)];
const [early, late] = [stay("2027-03-02", "2027-03-04"), stay("2027-03-04", "2027-03-08")];
const others = [inHotel("فندق مكة", "مكة المكرمة", early, 2), inHotel("دار طيبة العليا", "المدينة", late, 2)];
const stageOn = (day: number, more: Partial<StageOfJourney>): StageOfJourney => ({
  ...{ id: 1, trip_id: 1, name: "نقل", kind: "transfer", from_place: null, to_place: null },
  date: `2027-03-${String(day).padStart(2, "0")}`,
  ...more,
});
const departure = "2027-03-02";
const word = (stage: StageOfJourney, of = stays, areNamesNeeded = false) => {
  const [one] = misplacedStages(of, [stage], { departure, areNamesNeeded });
  return one ? `${one.beside} ${one.day}` : "";
};
const [soon, gone] = ["قبل الخروج من «فندق مكة» 2027-03-06", "بعد الخروج من «فندق مكة» 2027-03-06"];

test.each([
  ["فندق مكة", null, 6, ""],
  ["فندق مكة", null, 2, soon],
  ["فندق مكّة", null, 7, gone],
  ["فندق مكة", null, 1, soon],
  ["فندق مكة", "دار طيبة العليا", 3, soon],
  ["مكة المكرمة", "المدينة", 8, gone],
  ["مكة المكرمة", "المدينة", 6, ""],
  [null, "المدينة", 5, soon],
  [null, null, 5, soon],
  [" ", " ", 7, gone],
  [null, null, 6, ""],
  ["فندق مكة", "عرفات", 4, ""],
  ["المدينة", null, 12, "بعد الخروج من «دار طيبة العليا» 2027-03-10"],
  ["المدينة", "مطار المدينة", 5, "قبل الدخول إلى «دار طيبة العليا» 2027-03-06"],
  ["مطار جدة", null, 12, ""],
])("a transfer from %s to %s on day %i", (from_place, to_place, day, beside) => {
  expect(word(stageOn(day, { from_place, to_place }))).toBe(beside);
});

test("a transfer suits the day of any package, and on Hajj is one between hotels where both are named", () => {
  const both = [...stays, ...others];
  expect([4, 6].map((day) => word(stageOn(day, {}), both))).toEqual(["", ""]);
  expect(word(stageOn(3, {}), both)).toBe("قبل الخروج من «فندق مكة» 2027-03-04");
  expect(word(stageOn(5, {}), stays, true)).toBe("");
  expect(word(stageOn(5, { from_place: "مكة المكرمة", to_place: "المدينة" }), stays, true)).toBe(soon);
});

const before = "قبل الخروج من «دار طيبة العليا» 2027-03-10";
test.each([
  ["arrival", 1, "قبل المغادرة 2027-03-02"],
  ["arrival", 3, ""],
  ["departure", 2, ""],
  ["departure", 3, before],
  ["departure", 9, before],
  ["departure", 10, ""],
  ["departure", 12, ""],
] as const)("a stage of kind %s on day %i", (kind, day, beside) => {
  expect(word(stageOn(day, { kind }))).toBe(beside);
});

test("a departure suits the package that leaves first", () => {
  const both = [...stays, ...others];
  expect(word(stageOn(8, { kind: "departure" }), both)).toBe("");
  expect(word(stageOn(7, { kind: "departure" }), both)).toBe(before);
});
