import excel from "exceljs";
import { describe, expect, test } from "vitest";
import { csv, figuresIn, importsOf, linesIn, refusalIn, textOf } from "../support/imports";
import { useOffice } from "../support/office";
import { bareWorkbook, inline, zip } from "../support/sheets";

/* Which sheet and which rows of a workbook are read. */

const { office, client } = useOffice();
const { upload, uploaded } = importsOf(office, client);
let made = 0;

const heads = ["الاسم", "رقم الهاتف", "رقم الجواز"];
const person = () => [`حاج ${++made}`, `0530000${100 + made}`, `P${made}`];

type Sheet = {
  name: string;
  rows: unknown[][];
  state?: excel.WorksheetState;
  draw?: (sheet: excel.Worksheet) => void;
};

async function bookOf(...sheets: Sheet[]) {
  const book = new excel.Workbook();
  for (const { name, rows, state = "visible", draw } of sheets) {
    const sheet = book.addWorksheet(name, { state });
    for (const row of rows) sheet.addRow(row);
    draw?.(sheet);
  }
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** What a trial says above its rows, and the cells of its rows. */
async function tried(content: string | Buffer, kind = "customers") {
  const { body } = await client.get(await uploaded(kind, content));
  return { body, text: textOf(body), names: linesIn(body).map((line) => line[2]) };
}

describe("the first sheet with the headings is read", () => {
  test("and the others are named", async () => {
    const people = [person(), person()];
    const { names, text } = await tried(
      await bookOf(
        { name: "غلاف", rows: [["مكتب النور"], ["كشف الحجاج"], ["2026"]] },
        { name: "الحجاج", rows: [["كشف"], heads, ...people] },
        { name: "نسخة", rows: [heads, person()] },
        { name: "فارغة", rows: [] },
        { name: "مخفية", rows: [heads, person()], state: "hidden" },
      ),
    );
    expect(names).toEqual(people.map(([name]) => name));
    expect(text).toContain("قرئت ورقة «الحجاج» وحدها. أوراق أخرى في الملف لم تقرأ: «غلاف»، «نسخة».");
  });

  test("all required ones above a row, before one that has some", async () => {
    const one = person();
    const { names } = await tried(
      await bookOf(
        {
          name: "ملخص",
          rows: [
            ["الجنسية", "العدد"],
            ["يمني", 12],
          ],
        },
        { name: "قالب", rows: [heads] },
        { name: "الأسماء", rows: [heads, one] },
      ),
    );
    expect(names).toEqual([one[0]]);
  });

  test("an empty one before it is passed over without a word", async () => {
    const one = person();
    const { names, text } = await tried(
      await bookOf(
        { name: "ورقة1", rows: [] },
        { name: "ورقة2", rows: [heads, one] },
        { name: "ورقة3", rows: [] },
      ),
    );
    expect([names, text]).toEqual([[one[0]], expect.not.stringContaining("لم تقرأ")]);
  });

  test("and where none has them, the first is asked about", async () => {
    const trial = await uploaded(
      "customers",
      await bookOf(
        {
          name: "أ",
          rows: [
            ["من", "إلى"],
            ["زيد", "0531"],
          ],
        },
        {
          name: "ب",
          rows: [
            ["كذا", "كذلك"],
            ["عمرو", "0532"],
          ],
        },
      ),
    );
    const { body } = await client.get(`${trial}/columns`);
    expect([body.includes("زيد"), body.includes("عمرو")]).toEqual([true, false]);
  });
});

test("hidden rows are read, counted and said", async () => {
  const people = Array.from({ length: 5 }, person);
  const hide =
    (...lines: number[]) =>
    (sheet: excel.Worksheet) => {
      for (const line of lines) sheet.getRow(line).hidden = true;
    };
  const book = (...lines: number[]) =>
    bookOf({ name: "1", rows: [["كشف"], heads, ...people], draw: hide(...lines) });
  const { names, text } = await tried(await book(1, 4, 6));
  expect(names).toHaveLength(5);
  expect(text).toContain("في الملف سطران مخفيان يقرآن كغيرهما: 4، 6.");
  expect((await tried(await book(3, 4, 5))).text).toContain("3 أسطر مخفية تقرأ كغيرها");
  expect((await tried(await book(1))).text).not.toContain("مخفي");
});

test("100,001 lines that have formats and nothing else are none", async () => {
  const cells = Array.from({ length: 9 }, () => '<c s="1"/>').join("");
  const empty = (line: number) =>
    `<row r="${line}" spans="1:9" s="1" customFormat="1" ht="15" customHeight="1">${cells}</row>`;
  const [one, last] = [person(), person()];
  const sheet = [
    inline(...heads),
    inline(...one),
    ...Array.from({ length: 100_001 }, (_, index) => empty(index + 3)),
    inline(...last),
  ].join("");
  const { names } = await tried(bareWorkbook(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`));
  expect(names).toEqual([one[0], last[0]]);
});

describe("a cell that is merged over a family's rows", () => {
  test("holds for all of them", async () => {
    const rows = [...heads, "الجنسية", "العنوان"];
    const people = Array.from({ length: 4 }, (_, index) => [
      ...person(),
      ...(index === 0 ? ["يمنية", "صنعاء"] : index === 3 ? ["مصري", ""] : []),
    ]);
    const content = await bookOf({
      name: "1",
      rows: [["كشف العائلات"], rows, ...people],
      draw(sheet) {
        for (const range of ["A1:E1", "D3:D5", "E3:E5"]) sheet.mergeCells(range);
      },
    });
    const trial = await uploaded("customers", content);
    expect(textOf((await client.get(trial)).body)).toContain("خلايا مدموجة فوق عدة أسطر");
    expect((await client.submit(trial, {})).status).toBe(302);
    const names = people.map(([name]) => name as string);
    const stored = await office.knex("customers").whereIn("name", names).orderBy("id");
    expect(stored.map(({ nationality, address }) => [nationality, address])).toEqual([
      ["YEM", "صنعاء"],
      ["YEM", "صنعاء"],
      ["YEM", "صنعاء"],
      ["EGY", null],
    ]);
  });

  test("and is no sum of each", async () => {
    const content = await bookOf({
      name: "1",
      rows: [
        ["الاسم", "المدينة", "سعر الغرفة الثنائية", "العنوان"],
        ["فندق أول", "مكة المكرمة", 300, "أجياد"],
        ["فندق ثان", "مكة المكرمة", null, "أجياد"],
      ],
      draw: (sheet) => sheet.mergeCells("C2:C3"),
    });
    const { body, text } = await tried(content, "services/hotels");
    expect(text).toContain("300 (خلية واحدة فوق سطرين)");
    expect(figuresIn(body)).toMatchObject({ سيضاف: "0", "فيه خطأ": "2" });
  });
});

describe("workbooks of other programs", () => {
  const sheet = (one: string[]) =>
    `<worksheet><sheetData>${inline(...heads)}${inline(...one)}</sheetData></worksheet>`;
  const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const parts = (one: string[], main: string, strings: string) => ({
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `<Relationships><Relationship Id="m" Type="${relation}/officeDocument" Target="/xl/${main}"/></Relationships>`,
    [`xl/${main}`]: `<workbook xmlns:r="${relation}"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    [`xl/_rels/${main}.rels`]: `<Relationships><Relationship Id="r1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relation}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    [`xl/${strings}`]: `<sst><si><t>${one[0]}</t></si></sst>`,
    "xl/worksheets/sheet1.xml": sheet(one).replace(
      `t="inlineStr"><is><t>${one[0]}</t></is>`,
      't="s"><v>0</v>',
    ),
  });

  test.each([
    ["workbook2.xml", "sharedStrings.xml"],
    ["workbook.xml", "SharedStrings.xml"],
    ["Workbook.xml", "sharedstrings.xml"],
    ["workbook22.xml", "SharedStrings.xml"],
  ])("have %s and %s", async (main, strings) => {
    const one = person();
    expect((await tried(zip(parts(one, main, strings)))).names).toEqual([one[0]]);
  });

  test("have the sizes of ZIP64", async () => {
    const one = person();
    const content = zip(parts(one, "workbook.xml", "sharedStrings.xml"), { isLarge: true });
    expect((await tried(content)).names).toEqual([one[0]]);
    for (const at of [content.length - 22 - 12, content.length - 22 - 20, content.length - 22 - 30]) {
      const { status, body } = await upload("customers", Buffer.from(content).fill(0xff, at, at + 8));
      expect([status, refusalIn(body)]).toEqual([422, expect.stringContaining("تالف")]);
    }
  });

  test("have parts with backslashes in their names", async () => {
    const one = person();
    const turned = Object.entries(parts(one, "workbook.xml", "sharedStrings.xml")).map(([name, content]) => [
      name.replaceAll("/", "\\"),
      content,
    ]);
    expect((await tried(zip(Object.fromEntries(turned)))).names).toEqual([one[0]]);
  });

  test.each([
    ["<html><body><table><tr><td>الاسم</td></tr></table></body></html>", /HTML/],
    ['\uFEFF<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>', /XML/],
    ["  <TABLE border=1><TR><TD>الاسم</TD></TR></TABLE>", /HTML/],
    ["MIME-Version: 1.0\r\nContent-Type: multipart/related", /HTML/],
  ])("or are none, and are told as what they are: %s", async (content, told) => {
    const { status, body } = await upload("customers", content, { name: "كشف.xls" });
    expect([status, refusalIn(body)]).toEqual([415, expect.stringMatching(told)]);
  });

  test("or are those of OpenDocument", async () => {
    const content = zip({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": "<a/>",
    });
    expect(refusalIn((await upload("customers", content)).body)).toContain("ODS");
  });
});

test("a heading in two languages, with a number or shortened is known", async () => {
  for (const [head, ...cells] of [
    [["الاسم / Name", "الجوال\nMobile", "رقم الجواز PP NO", "انتهاء الجواز (EXP)"], "2031-01-01"],
    [["1- الاسم", "٢) الجوال", "3. رقم الجواز", "(4) تاريخ الانتهاء"], "2031-01-01"],
    [["PAX NAME", "TEL", "PP NO", "EXP"], "2031-01-01"],
    [["Pax", "الجوال/الهاتف", "P.P. NO.", "DOE"], "2031-01-01"],
    [
      [
        "Nom / الاسم",
        "Téléphone - الهاتف",
        "رقم الجواز | Passeport",
        "تاريخ انتهاء الجواز / Expiration Date",
      ],
      "2031-01-01",
    ],
  ] as [string[], string][]) {
    const one = [...person(), ...cells];
    const trial = await uploaded(
      "customers",
      csv(
        head.map((text) => `"${text}"`),
        one,
      ),
    );
    expect((await client.submit(trial, {})).status, head.join()).toBe(302);
    expect(await office.knex("customers").where({ name: one[0] }).first()).toMatchObject({
      passport_number: one[2],
      passport_expiry: "2031-01-01",
    });
  }
});

test("a heading that means two fields, or a name in another language, is not guessed", async () => {
  const one = person();
  const trial = await uploaded(
    "customers",
    csv(
      [...heads, "الجنسية / العنوان", "الاسم / English", "الجواز / الانتهاء"],
      [...one, "يمني", "ALI", "x"],
    ),
  );
  const { body } = await client.get(trial);
  expect(figuresIn(body).سيضاف).toBe("1");
  expect(textOf(body)).toContain("«الجنسية / العنوان»، «الاسم / English»، «الجواز / الانتهاء»");
});
