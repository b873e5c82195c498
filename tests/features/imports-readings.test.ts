import { expect, test } from "vitest";
import { csv, figuresIn, importsOf, linesIn, outcomesIn, textOf } from "../support/imports";
import { useOffice } from "../support/office";

/* Cells as people and spreadsheets write them. */

const { office, client } = useOffice();
let made = 0;

const { uploaded } = importsOf(office, client);

/** Customers of one field. @returns the trial's address, and what each line shows of the field and its outcome */
async function tried(head: string, ...cells: string[]) {
  const rows = cells.map((cell) => [`معتمر ${++made}`, `05100${10_000 + made}`, `"${cell}"`]);
  const trial = await uploaded("customers", csv(["الاسم", "رقم الهاتف", head], ...rows));
  const { body } = await client.get(trial);
  const told = outcomesIn(body);
  const lines = linesIn(body).map((line, index) =>
    told[index]?.endsWith("سيضاف")
      ? line
          .at(-1)
          ?.split(": ")[1]
          ?.replace(/ \(عن .*\)$/, "")
      : told[index]?.replace(/^\d+ فيه خطأ/, ""),
  );
  return { trial, lines };
}

const birth = "تاريخ الميلاد";
const either = `${birth}: في العمود تواريخ يومها أولًا وأخرى شهرها أولًا، وهذا قد يكون من هذه أو تلك: اكتبه مثل 2026-12-31`;
const wrong = `${birth}: التاريخ غير صحيح (سنة-شهر-يوم)`;

test("a column of dates is read as a whole: month first where that is proven, and never as a guess", async () => {
  const months = await tried(birth, "01/02/1980", "03/25/1990", "5-6-1970", "1980/02/01");
  expect(months.lines).toEqual(["1980-01-02", "1990-03-25", "1970-05-06", "1980-02-01"]);
  expect((await tried(birth, "01/02/1980", "25/03/1990")).lines).toEqual(["1980-02-01", "1990-03-25"]);
  expect((await tried(birth, "01/02/1980", "٠٢/٠٢/١٩٨٠")).lines).toEqual(["1980-02-01", "1980-02-02"]);
  const both = await tried(
    birth,
    "01/02/1980",
    "03/25/1990",
    "25/03/1990",
    "04.04.1980",
    "3 Feb 1980",
    "31/31/1980",
  );
  expect(both.lines).toEqual([either, "1990-03-25", "1990-03-25", "1980-04-04", "1980-02-03", wrong]);
  expect((await client.submit(months.trial, {})).status).toBe(302);
  expect(await office.knex("customers").where({ date_of_birth: "1980-01-02" })).toHaveLength(1);
});

test("rows that are left keep the dates that the whole column told", async () => {
  const { trial } = await tried(birth, "03/25/1990", "03/26/1990");
  const file = csv(
    ["الاسم", "رقم الهاتف", birth],
    ["شهره أولا", "0519999999", "03/25/1990"],
    ["", "0519999998", "01/02/1980"],
  );
  const left = await uploaded("customers", file);
  const rest = ",0519999998,1980-01-02";
  expect((await client.get(`${left}/left/csv`)).body.trim()).toMatch(new RegExp(`${rest}$`));
  expect((await client.submit(left, { only: "right" })).status).toBe(302);
  expect((await client.get(`${left}/left/csv`)).body.trim()).toMatch(new RegExp(`${rest}$`));
  expect((await client.get(trial)).status).toBe(200);
});

test("Hijri dates, numbers of days, eras and the months of the Levant", async () => {
  const { lines } = await tried(
    "تاريخ انتهاء الجواز",
    "1452/09/18",
    "١٨/٩/١٤٥٢هـ",
    "18 رمضان 1452 هـ",
    "46021",
    "31.12.2030م",
    "1 كانون الثاني 2031",
    "15-تشرين الأول-2030",
  );
  expect(lines).toEqual([
    "2031-01-12",
    "2031-01-12",
    "2031-01-12",
    "2025-12-30",
    "2030-12-31",
    "2031-01-01",
    "2030-10-15",
  ]);
  const births = await tried(
    birth,
    "15/3/1410هـ",
    "1/1/1990هـ",
    "1/1/1410م",
    "31/2/1410هـ",
    "1990",
    "99999",
    "10958",
  );
  expect(births.lines).toEqual(["1989-10-16", ...Array(6).fill(wrong)]);
});

test("telephones: one in a cell, without the word before it and the decimals of a column of numbers", async () => {
  const two = "رقم الهاتف: رقمان في خلية واحدة: اكتب واحدًا";
  const cells: [string, string][] = [
    ["530000012.0", "530000012"],
    ["٥٣٠٠٠٠٠١٣٫٠", "530000013"],
    ["جوال: 0590000014", "0590000014"],
    ["هاتف 0590000015", "0590000015"],
    ["ت: +966590000016", "+966590000016"],
    ["055.000.0017", "055 000 0017"],
    ["0530000114 - 0530000115", two],
    ["0530000114/0530000115", two],
    ["0530000114 و0530000115", two],
    ["0530000114،0530000115", two],
    ["0530000114\n0530000115", two],
    ["055 000 0114 055 000 0115", two],
    ["234 5678 / 234 5679", two],
    ["جوال: 0530000114 هاتف: 0112345678", two],
    ["لا يوجد 0530000114", "رقم الهاتف يتكون من أرقام ومسافات والعلامات + - ( ) فقط"],
  ];
  const rows = cells.map(([cell], index) => [`هاتفه ${index}`, `"${cell}"`]);
  const trial = await uploaded("customers", csv(["الاسم", "رقم الهاتف"], ...rows));
  const told = outcomesIn((await client.get(trial)).body.replaceAll("\n", " "));
  expect((await client.submit(trial, { only: "right" })).status).toBe(302);
  for (const [index, [, expected]] of cells.entries()) {
    const [stored] = await office
      .knex("customers")
      .where({ name: `هاتفه ${index}` })
      .pluck("phone");
    expect(stored ?? told[index]).toContain(expected);
  }
});

test("papers without decimals, genders and nationalities in other words", async () => {
  const people = csv(
    ["الاسم", "رقم الهاتف", "رقم الهوية", "الجنس", "الجنسية"],
    ["أول", "0511", "12345678.0", "رجل", "ارتري"],
    ["ثان", "0512", "P1.0", "امرأة", "إريتري"],
    ["ثالث", "0513", "P3", "ذ", "قرقيزي"],
    ["رابع", "0514", "P4", "أ", "قيرغيزي"],
    ["خامس", "0515", "P5", "انثى", "قرقيزية"],
  );
  const trial = await uploaded("customers", people);
  expect((await client.submit(trial, {})).status).toBe(302);
  const stored = await office
    .knex("customers")
    .whereIn("phone", ["0511", "0512", "0513", "0514", "0515"])
    .orderBy("phone")
    .select("national_id", "gender", "nationality");
  expect(stored.map((row) => Object.values(row).join(" "))).toEqual([
    "12345678 ذكر ERI",
    "P1.0 أنثى ERI",
    "P3 ذكر KGZ",
    "P4 أنثى KGZ",
    "P5 أنثى KGZ",
  ]);
});

test("what stands below a merged heading is of what that says", async () => {
  const trial = await uploaded(
    "customers",
    csv(
      ["م", "الاسم", "الجوال", "بيانات الجواز", "", "", "ملاحظات"],
      ["", "", "", "رقمه", "تاريخ إصداره", "انتهاؤه", ""],
      ["1", "صاحب جواز", "0520", "PM1", "1/1/2021", "2031-01-01", "x"],
    ),
  );
  expect((await client.submit(trial, {})).status).toBe(302);
  expect(await office.knex("customers").where({ passport_number: "PM1" }).first()).toMatchObject({
    passport_issue_date: "2021-01-01",
    passport_expiry: "2031-01-01",
  });
});

test("sums at the end of a file are left out with a note, and nowhere else", async () => {
  const heads = ["م", "الاسم", "رقم الهاتف", "المدفوع"];
  const people = [
    ["1", "جمع", "0516", "٥٠٠"],
    ["2", "الإجمالي", "", "500"],
    ["3", "طرح", "0517", "1500"],
  ];
  const trial = await uploaded(
    "customers",
    csv(heads, ...people, ["", "الإجمالى:", "", "٢٬٠٠٠"], ["Total", "3", "", "2000.50"]),
  );
  const { body } = await client.get(trial);
  expect(figuresIn(body)).toMatchObject({ "كل الأسطر": "3", سيضاف: "2", "فيه خطأ": "1" });
  expect(textOf(body)).toContain("أسطر مجموع في آخر الملف لا تستورد: 5، 6.");
  expect((await client.submit(trial, { only: "right" })).status).toBe(302);
  expect((await client.get(`${trial}/left/csv`)).body).not.toContain("2000.50");
  const none = await uploaded(
    "customers",
    csv(heads, ["1", "حسن", "0519", ""], ["2", "الإجمالي", "0518", "نقدا"]),
  );
  expect(figuresIn((await client.get(none)).body)).toMatchObject({ "كل الأسطر": "2" });
});
