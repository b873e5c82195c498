import excel from "exceljs";
import { describe, expect, test } from "vitest";
import { csv, importsOf, linesIn, outcomesIn, textOf } from "../support/imports";
import { useOffice } from "../support/office";
import { bareWorkbook, inline } from "../support/sheets";

/* Days of every calendar, zone and spelling. */

const { office, client } = useOffice();
const { uploaded } = importsOf(office, client);
let made = 0;

const birth = "تاريخ الميلاد";
const expiry = "تاريخ انتهاء الجواز";
const person = () => [`معتمر ${++made}`, `05100${10_000 + made}`];

/** What a trial shows of its last column, or its fault. */
async function shownIn(trial: string) {
  const { body } = await client.get(trial);
  const told = outcomesIn(body);
  return linesIn(body).map((line, index) =>
    told[index]?.endsWith("سيضاف")
      ? line.at(-1)?.replace(/^[^:]*: /, "")
      : told[index]?.replace(/^\d+ فيه خطأ/, ""),
  );
}

const upload = (head: string, ...cells: string[]) =>
  uploaded(
    "customers",
    csv(["الاسم", "رقم الهاتف", head], ...cells.map((cell) => [...person(), `"${cell}"`])),
  );
const shown = async (head: string, ...cells: string[]) => shownIn(await upload(head, ...cells));
const wrong = (head: string) => `${head}: التاريخ غير صحيح (سنة-شهر-يوم)`;

test.each([
  ["2026-03-14T21:00:00Z", "2026-03-15"],
  ["2026-03-14T20:58:59Z", "2026-03-14"],
  ["2026-03-14T21:00:00.000+00:00", "2026-03-15"],
  ["2026-03-15T04:00:00+0900", "2026-03-14"],
  ["14/03/2026 23:30 GMT-2", "2026-03-15"],
  ["2026-03-14 22:15:00 UTC", "2026-03-15"],
  ["Sat Mar 14 2026 21:00:00 GMT+0000 (Coordinated Universal Time)", "2026-03-15"],
  ["Sat, 14 Mar 2026 21:00:00 GMT", "2026-03-15"],
  ["2026-03-14T21:00:00", "2026-03-14"],
  ["14/3/2026 9:00 م", "2026-03-14"],
  ["2026-03-14T20:59:17Z", "2026-03-15"],
])("the moment %s is the office's day %s", async (text, day) => {
  expect(await shown("تاريخ الميلاد", text)).toEqual([day]);
});

describe("a time within a minute before midnight is the next day", () => {
  test("in text", async () => {
    const days = await shown(
      birth,
      "1985-03-14 23:59:17",
      "14/03/1985 11:59:03 PM",
      "1985-03-14 23:58:59",
      "1985-03-14 23:59:59", // how the end of a day is written
      "31120.99953",
    );
    expect(days).toEqual(["1985-03-15", "1985-03-15", "1985-03-14", "1985-03-14", "1985-03-15"]);
  });

  test("in a workbook", async () => {
    const book = new excel.Workbook();
    const sheet = book.addWorksheet("1");
    sheet.addRow(["الاسم", "رقم الهاتف", birth]);
    for (const serial of [31120.999_502, 31120.998, 31120]) {
      const row = sheet.addRow([...person(), serial]);
      row.getCell(3).numFmt = "dd/mm/yyyy";
    }
    const trial = await uploaded("customers", Buffer.from(await book.xlsx.writeBuffer()));
    expect(await shownIn(trial)).toEqual(["1985-03-15", "1985-03-14", "1985-03-14"]);
  });

  test("in a workbook's moments", async () => {
    const row = (moment: string) =>
      inline(...person()).replace("</row>", `<c t="d"><v>${moment}</v></c></row>`);
    const moments = ["1985-03-14T23:59:17", "1985-03-14T21:00:00Z", "1985-03-14T00:00:00.000"];
    const content = bareWorkbook(
      `<worksheet><sheetData>${inline("الاسم", "رقم الهاتف", birth)}${moments.map(row).join("")}</sheetData></worksheet>`,
    );
    expect(await shownIn(await uploaded("customers", content))).toEqual([
      "1985-03-15",
      "1985-03-15",
      "1985-03-14",
    ]);
  });
});

test("Hijri dates are never month first, and prove nothing of others", async () => {
  expect(await shown(birth, "03/25/1990", "05/06/1425", "01/02/1980")).toEqual([
    "1990-03-25",
    "2004-07-22",
    "1980-01-02",
  ]);
  expect(await shown(birth, "06/25/1425", "01/02/1980")).toEqual([wrong(birth), "1980-02-01"]);
});

test("marks of direction inside a date do not count", async () => {
  expect(
    await shown(
      birth,
      "\u200F15\u200F/\u200F03\u200F/1985",
      "\u202B1985-\u200E03-15\u202C",
      "15\u061C.3\u2067.1985\u2069",
    ),
  ).toEqual(Array(3).fill("1985-03-15"));
});

test.each([
  ["15 من ذي الحجة 1445 هـ", "2024-06-21"],
  ["15 ذي القعدة 1445", "2024-05-23"],
  ["15 ربيع الثاني 1446", "2024-10-18"],
  ["15 جمادى الثانية 1446 هـ", "2024-12-16"],
  ["15-جماد أول-1446", "2024-11-17"],
  ["15 ربيع 2 1446", "2024-10-18"],
  ["الجمعة 15 شهر رمضان المبارك 1445هـ", "2024-03-25"],
  ["15 Dhul-Hijjah 1445 AH", "2024-06-21"],
  ["هـ 1445/12/15", "2024-06-21"],
  ["15 جانفي 1985", "1985-01-15"],
  ["15 غشت 1985م", "1985-08-15"],
  ["15 كانون الثاني/يناير 1985", "1985-01-15"],
  ["Friday, March 15, 1985", "1985-03-15"],
])("%s is %s", async (text, day) => {
  expect(await shown(birth, text)).toEqual([day]);
});

test("Hijri dates beyond the years in which the calendars agree are marked", async () => {
  expect(await shown(expiry, "1452/09/18", "18/9/1450", "1500/1/1", "1501/1/1")).toEqual([
    "2031-01-12 (عن 1452/09/18 بالتقويم الهجري، وقد يختلف يومًا)",
    "2029-02-02",
    expect.stringMatching(/^2076-11-\d\d \(عن 1500\/1\/1/),
    `${expiry}: السنة ليست ميلادية، ولا هجرية من 1300 إلى 1500`,
  ]);
  expect(await shown(birth, "15/3/1299", "1299-03-15", "12/5/0085")).toEqual(
    Array(3).fill(`${birth}: السنة ليست ميلادية، ولا هجرية من 1300 إلى 1500`),
  );
});

describe("years from 1300 to 1419 may be of the moon or the sun", () => {
  const fault = `${birth}: 1365/05/12: هو 1946-04-14 بالتقويم القمري، وهو 1986-08-03 بالتقويم الشمسي. أجب عن العمود فوق الأسطر`;

  test("unless the date says it", async () => {
    expect(
      await shown(
        birth,
        "1365/05/12 هـ.ش",
        "12 مرداد 1365",
        "1365/05/12 هـ",
        "12 رمضان 1390",
        "12 حمل 1365",
        "12 رمضان 1365 هـ ش",
      ),
    ).toEqual([
      expect.stringContaining("1986-08-03 (عن"),
      expect.stringContaining("1986-08-03 (عن"),
      expect.stringMatching(/^1946-04-14 \(عن .* وقد يختلف يومًا\)$/),
      expect.stringContaining("1970-11-12"),
      expect.stringContaining("1986-04-01 (عن"),
      wrong(birth),
    ]);
  });

  test("and both days are shown until the column is answered for", async () => {
    const trial = await upload(birth, "1365/05/12", "31/2/1370", "1985-03-15", "1430/01/01");
    expect(await shownIn(trial)).toEqual([
      fault,
      expect.stringContaining("لا يوم له بالتقويم القمري، وهو 1991-05-21 بالتقويم الشمسي"),
      "1985-03-15",
      "2008-12-29",
    ]);
    const { body } = await client.get(trial);
    expect(textOf(body)).toContain(`«${birth}»: سنواتها من 1300 إلى 1419`);
    expect((await client.submit(trial, { column: "date_of_birth:solar" })).status).toBe(302);
    expect(await shownIn(trial)).toEqual([
      "1986-08-03 (عن 1365/05/12 بالتقويم الهجري الشمسي)",
      "1991-05-21 (عن 31/2/1370 بالتقويم الهجري الشمسي)",
      "1985-03-15",
      "2008-12-29",
    ]);
    await client.submit(trial, { column: "date_of_birth:lunar" });
    expect((await shownIn(trial))[1]).toBe(wrong(birth));
    await client.submit(trial, { column: "date_of_birth:solar" });
    expect((await client.submit(trial, {})).status).toBe(302);
    expect(await office.knex("customers").where({ date_of_birth: "1986-08-03" })).toHaveLength(1);
    expect((await client.submit(trial, { column: "date_of_birth:lunar" })).status).toBe(409);
  });

  test("and what is no answer changes nothing", async () => {
    const trial = await upload(birth, "1365/05/12");
    for (const column of ["phone2:solar", "__proto__:solar", "date_of_birth:toString", "date_of_birth:", ":"])
      expect([302, 422]).toContain((await client.submit(trial, { column })).status);
    expect(await shownIn(trial)).toEqual([fault]);
  });
});

test("a file that an earlier release has kept is still read", async () => {
  const trial = await upload(birth, "1985-03-15");
  const import_id = Number(trial.split("/").at(-1));
  await office
    .knex("import_rows")
    .where({ import_id })
    .update({ columns: JSON.stringify(["name", "phone", null]) });
  expect((await client.submit(trial, {})).status).toBe(302);
  expect(await office.knex("imports").where({ id: import_id }).first()).toMatchObject({ made: 1 });
});
