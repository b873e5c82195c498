import excel from "exceljs";
import { describe, expect, test } from "vitest";
import { csv, importsOf, linesIn } from "../support/imports";
import { useOffice } from "../support/office";
import { utf16, windows1256 } from "../support/sheets";

/* What a sheet shows is what is stored. */

const { office, client } = useOffice();
const { uploaded } = importsOf(office, client);

const heads = ["الاسم", "رقم الهاتف", "رقم الجواز", "رقم الهوية"];

/** A sheet of one row for each cell in a column of passports, with a format. */
async function passports(cells: [value: excel.CellValue, numFmt?: string][]) {
  const book = new excel.Workbook();
  const sheet = book.addWorksheet("كشف");
  sheet.addRow(heads);
  for (const [index, [value, numFmt]] of cells.entries()) {
    const row = sheet.addRow([`حاج ${index}`, `05300000${10 + index}`, value]);
    if (numFmt) row.getCell(3).numFmt = numFmt;
  }
  return Buffer.from(await book.xlsx.writeBuffer());
}

const importAll = async (content: string | Buffer) => {
  const trial = await uploaded("customers", content);
  expect((await client.submit(trial, {})).status).toBe(302);
};
const stored = async (like: string) =>
  (await office.knex("customers").where("name", "like", like).orderBy("id")).map(
    ({ passport_number }) => passport_number,
  );

describe("a number's format", () => {
  test.each([
    [3450098, "0000000000", "0003450098"],
    [917, '"A"000000', "A000917"],
    [12345678, '"P "000-000', "P 12345-678"],
    [77, "\\B0000;[Red]-0", "B0077"],
    [5, "00/00", "5"],
    [1234567, "#,##0", "1234567"],
    [96228, '0 "رقم"', "96228"],
    [-7, "0000", "-7"],
    [4.5, "0000", "4.5"],
    [345009812, "[<=99]00;0000", "345009812"],
    [345001, '"A"0', "A345001"],
    [345002, '"AB"######', "AB345002"],
    [345003, "\\P#", "P345003"],
    [345004, '"A"General', "A345004"],
    [345005, '[$-401]"C-"0;@', "C-345005"],
    [967770000123, '"+"0', "+967770000123"],
    [770000123, '"00967 "0', "00967 770000123"],
  ])("%s as %s is %s", async (value, format, text) => {
    const trial = await uploaded("customers", await passports([[value, format]]));
    expect(linesIn((await client.get(trial)).body)[0]).toContain(text);
  });

  test("is stored as the sheet shows it", async () => {
    await importAll(
      await passports([
        [3450098, "0000000000"],
        [917, '"A"000000'],
      ]),
    );
    expect(await stored("حاج %")).toEqual(["0003450098", "A000917"]);
  });

  test("that shortens a number is a fault in codes, and none in sums", async () => {
    const trial = await uploaded("customers", await passports([[345009812, "0.00E+00"]]));
    expect((await client.get(trial)).body).toContain("رقم اختصره برنامج الجداول");
  });
});

test("a number as a formula's text keeps its zeros", async () => {
  await importAll(`${csv(heads)}\r\nسمر,0540000001,="00917",\r\nسحر,0540000002,"=""0A-1""",`);
  expect(await stored("س%ر")).toEqual(["00917", "0A-1"]);
  await importAll(await passports([['="00918"']]));
  expect(await stored("حاج 0")).toContain("00918");
});

test("the rows of a file with two kinds of line ends are read alike", async () => {
  await importAll(`sep=,\r\n${csv(heads)}\nصفوان,0540000011,LF1,\nصفية,0540000012,LF2,\r\n`);
  expect(await stored("صف%")).toEqual(["LF1", "LF2"]);
});

describe("a paper without a number", () => {
  const none = [
    ...["لا يوجد", "-", "N/A", "0", "قيد الإصدار", "000", "—", "لا يُوجد", "x"],
    ...["بدون جواز", "مفقود", "جارٍ استخراجه", "مع والدته", "ـــ", "not issued yet", "Unknown", "LOST", "nan"],
  ];

  test("is told, and is nobody's identity", async () => {
    const trial = await uploaded(
      "customers",
      csv(heads, ...none.map((text, index) => [`نورة ${index}`, `05500000${10 + index}`, text, text])),
    );
    const { body } = await client.get(trial);
    expect(linesIn(body).map(([, outcome]) => outcome)).toEqual(none.map(() => "سيضاف"));
    expect(body.match(/بلا رقم/g)).toHaveLength(2 * none.length);
    expect((await client.submit(trial, {})).status).toBe(302);
    expect(await stored("نورة %")).toEqual(none.map(() => null));
  });

  test("is missing where it is required", async () => {
    const trial = await uploaded(
      "trips/visas",
      csv(["رقم الجواز", "العميل", "تاريخ التقديم"], ["لا يوجد", "نورة 0", "2026-11-01"]),
    );
    expect((await client.get(trial)).body).toContain("يعرف العميل من رقم هويته أو جوازه");
  });

  test("but digits, or a word of Latin letters, are one", async () => {
    await importAll(
      csv(
        heads,
        ...["X1", "0-7", "CFGHKLMNP", "أ 12"].map((number, index) => [
          `رنا ${index}`,
          `056000000${index}`,
          number,
          "",
        ]),
      ),
    );
    expect(await stored("رنا %")).toEqual(["X1", "0-7", "CFGHKLMNP", "أ 12"]);
  });
});

test.each(["#SPILL!", "#ERROR!", "Err:502", "#CALC!", "#GETTING_DATA", "#N/A"])(
  "%s is a fault",
  async (text) => {
    const trial = await uploaded("customers", csv(heads, ["ليلى", "0570000001", text, ""]));
    expect((await client.get(trial)).body).toContain("في الخلية خطأ من برنامج الجداول");
  },
);

describe("a broken byte", () => {
  const rows = csv(heads, ["هند المقطري", "0580000001", "P1", ""], ["هدى العبسي", "0580000002", "P2", ""]);
  const faults = async (content: Buffer) =>
    linesIn((await client.get(await uploaded("customers", content))).body).map((line) =>
      line.join(" ").includes("حرف تالف"),
    );

  test("leaves a file UTF-8, and names its cell", async () => {
    const bytes = Buffer.from(rows);
    bytes[bytes.indexOf(Buffer.from("هدى")) + 1] = 0xc7; // a byte of windows-1256
    expect(await faults(bytes)).toEqual([false, true]);
  });

  test("cuts a letter at the end of a file", async () => {
    const bytes = Buffer.from(`${rows.slice(0, -4)}صنع`);
    expect(await faults(bytes.subarray(0, -1))).toEqual([false, true]);
  });

  test("is none in a file of windows-1256", async () => {
    const table = new TextDecoder("windows-1256").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    const bytes = Buffer.from([...rows].map((letter) => table.indexOf(letter)));
    expect(await faults(bytes)).toEqual([false, false]);
  });
});

describe("a text file", () => {
  const one = ["خالد المقطري", "0590000001", "P9", ""];
  const rows = `${csv(heads, one)}\r\n`;
  const little = utf16(rows, "little").subarray(2);
  const fill = (byte: number, times = 1) => Buffer.alloc(times, byte);
  test.each([
    ["is UTF-16 without a mark", little],
    ["is UTF-16 without a mark, the other way round", utf16(rows, "big").subarray(2)],
    [
      "is UTF-16 without a mark and ends in a digit",
      utf16(rows.replace(/,\r\n$/, "7"), "little").subarray(2),
    ],
    ["is UTF-16 with NUL at its end", Buffer.concat([little, fill(0, 6)])],
    ["is UTF-16 with Ctrl-Z at its end", Buffer.concat([little, Buffer.from([0x1a, 0])])],
    ["is UTF-16 with a mark and NUL at its end", Buffer.concat([utf16(rows, "little"), fill(0, 2)])],
    ["ends with NUL", Buffer.concat([Buffer.from(rows), fill(0)])],
    ["ends with Ctrl-Z", Buffer.concat([Buffer.from(rows), fill(0x1a)])],
    ["is filled up with NUL", Buffer.concat([Buffer.from(rows), fill(0x1a), fill(0, 9000)])],
    ["is windows-1256 with Ctrl-Z at its end", Buffer.concat([windows1256(rows), fill(0x1a)])],
  ])("%s", async (_, bytes) => {
    const { body } = await client.get(await uploaded("customers", bytes));
    expect(linesIn(body)).toEqual([expect.arrayContaining(["2", "سيضاف", "خالد المقطري", "0590000001"])]);
  });
});
