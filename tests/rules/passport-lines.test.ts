import { expect, test } from "vitest";
import { passportLines, type Traveller } from "~/features/lists/manifest/passport-lines.server";

let made = 0;
const traveller = (more: Partial<Traveller> = {}): Traveller => ({
  customer_id: ++made,
  number: made,
  name: "أحمد علي محسن الحاشدي",
  passport_number: "09596228",
  passport_country: null,
  nationality: "YEM",
  date_of_birth: "1968-04-12",
  passport_expiry: "2030-02-25",
  surname_latin: "AL-HASHEDI",
  given_names_latin: "AHMED ALI MOHSEN",
  sex: "M",
  title: "MR",
  family: null,
  ...more,
});

test.each<[string, Partial<Traveller>, string]>([
  ["a man", {}, "DOCS/P/YEM/09596228/YEM/12APR68/M/25FEB30/AL HASHEDI/AHMED ALI MOHSEN"],
  [
    "an infant",
    { sex: "F", title: "INF", date_of_birth: "2026-03-05" },
    "DOCS/P/YEM/09596228/YEM/05MAR26/FI/25FEB30/AL HASHEDI/AHMED ALI MOHSEN",
  ],
  [
    "a passport of another country",
    { passport_country: "SAU" },
    "DOCS/P/SAU/09596228/YEM/12APR68/M/25FEB30/AL HASHEDI/AHMED ALI MOHSEN",
  ],
  [
    "a citizen of Kosovo, whose passport does not have the code of our list",
    { nationality: "XKK" },
    "DOCS/P/RKS/09596228/RKS/12APR68/M/25FEB30/AL HASHEDI/AHMED ALI MOHSEN",
  ],
  [
    "a passport that Kosovo issued, and one of Germany",
    { nationality: "DEU", passport_country: "XKK" },
    "DOCS/P/RKS/09596228/DEU/12APR68/M/25FEB30/AL HASHEDI/AHMED ALI MOHSEN",
  ],
  [
    "apostrophes and hyphens",
    { surname_latin: "O'NEIL", given_names_latin: "ABD - AL-RA'OOF " },
    "DOCS/P/YEM/09596228/YEM/12APR68/M/25FEB30/ONEIL/ABD AL RAOOF",
  ],
  [
    "a number as people type it",
    { passport_number: "a-٠٩ 59" },
    "DOCS/P/YEM/A0959/YEM/12APR68/M/25FEB30/AL HASHEDI/AHMED ALI MOHSEN",
  ],
])("the line of %s", (_, more, line) => {
  expect(passportLines([traveller(more)])).toMatchObject({ lines: [`${line}\r\n`], lacking: [] });
});

test.each<[Partial<Traveller>, string[]]>([
  [{ passport_number: null }, ["رقم الجواز"]],
  [{ passport_number: "جواز 12" }, ["رقم الجواز"]],
  [{ passport_number: "12/34" }, ["رقم الجواز"]],
  [{ passport_number: "000" }, ["رقم الجواز"]],
  [{ nationality: null, passport_country: "SAU" }, ["الجنسية"]],
  [{ passport_expiry: null }, ["تاريخ انتهاء الجواز"]],
  [{ date_of_birth: null }, ["تاريخ الميلاد"]],
  [{ date_of_birth: "infinity" }, ["تاريخ الميلاد"]],
  [{ sex: null, title: null }, ["الجنس"]],
  [{ surname_latin: null }, ["اسم العائلة باللاتينية"]],
  [{ surname_latin: "-'-" }, ["اسم العائلة باللاتينية"]],
  [{ given_names_latin: null, sex: null, title: "INF" }, ["الجنس", "الأسماء الأولى باللاتينية"]],
])("who lacks %j is left out, and named with it", (more, lacks) => {
  const [one, other] = [traveller(more), traveller()];
  const { lines, lacking } = passportLines([one, other]);
  expect([lines.length, lacking]).toEqual([1, [{ traveller: one, lacks }]]);
});

test("infants stand behind the first adult of their family who is in the list, and else at the end", () => {
  const people: [string, string | null, Partial<Traveller>?][] = [
    ["INFANT OF B", "b", { title: "INF" }],
    ["LONELY", null, { title: "INF" }],
    ["BOY OF A", "a", { title: "MSTR" }],
    ["FATHER OF B", "b", { passport_number: null }],
    ["MOTHER OF A", "a", { title: "MS", sex: "F" }],
    ["MOTHER OF B", "b", { title: "MS", sex: "F" }],
    ["FATHER OF A", "a"],
    ["INFANT OF A", "a", { title: "INF" }],
    ["TWIN OF A", "a", { title: "INF" }],
    ["GIRL OF C", "c", { title: "MISS", sex: "F" }],
    ["INFANT OF C", "c", { title: "INF" }],
    ["MAN", null],
  ];
  const { lines, alone } = passportLines(
    people.map(([given_names_latin, family, more]) => traveller({ given_names_latin, family, ...more })),
  );
  expect(lines.map((line) => line.trim().split("/").at(-1))).toEqual([
    "BOY OF A",
    "MOTHER OF A",
    "INFANT OF A",
    "TWIN OF A",
    "MOTHER OF B",
    "INFANT OF B",
    "FATHER OF A",
    "GIRL OF C",
    "MAN",
    "LONELY",
    "INFANT OF C",
  ]);
  expect(alone.map(({ given_names_latin }) => given_names_latin)).toEqual(["LONELY", "INFANT OF C"]);
});
