import { expect, test } from "vitest";
import { misplacedStages, nightsWithoutBed } from "~/features/journey/gaps";

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

const lodging = (hotel: string, city: string, days: ReturnType<typeof stay>) => ({
  ...{ hotel_id: 1, visit: 1, hotel, hotel_latin: null, city, city_latin: null, stays: [] },
  ...days,
});
const lodgings = [lodging("فندق مكة", "مكة المكرمة", makkah), lodging("دار طيبة", "المدينة", madinah)];
const leaving = (from_place: string | null, date: string) =>
  misplacedStages(lodgings, [{ id: 1, trip_id: 1, name: "نقل", date, kind: "transfer", from_place }]);

test.each([
  ["فندق مكة", "2027-03-06", undefined],
  ["فندق مكة", "2027-03-02", undefined],
  ["فندق مكّة", "2027-03-07", { day: "2027-03-06", isLate: true, hotel: "فندق مكة" }],
  ["فندق مكة", "2027-03-01", { day: "2027-03-02", isLate: false, hotel: "فندق مكة" }],
  ["المدينة", "2027-03-12", { day: "2027-03-10", isLate: true, hotel: "دار طيبة" }],
  ["مطار جدة", "2027-03-12", undefined],
  [null, "2027-03-12", undefined],
])("a stage that leaves %s on %s", (place, date, misplaced) => {
  const [one] = leaving(place, date);
  if (misplaced) expect(one).toMatchObject(misplaced);
  else expect(one).toBeUndefined();
});
