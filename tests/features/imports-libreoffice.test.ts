import { describe, expect, test } from "vitest";
import { csv, importsOf, linesIn, textOf } from "../support/imports";
import { isMissing, useLibreOffice } from "../support/libreoffice";
import { useOffice } from "../support/office";
import { linesOf } from "../support/passports";

/* Sheets that LibreOffice has written (`apt-get install libreoffice-calc`). */

const { office, client } = useOffice();
const { uploaded } = importsOf(office, client);
if (isMissing) test.skip("left out, since LibreOffice is not installed", () => {});
const saved = useLibreOffice();

const cell = (text: string, attributes = "") =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const number = (value: number, style: string) =>
  `<table:table-cell office:value-type="float" office:value="${value}" table:style-name="${style}"/>`;
const dateCell = (value: string) =>
  `<table:table-cell office:value-type="date" office:date-value="${value}" table:style-name="day"/>`;
const covered = "<table:covered-table-cell/>";
const row = (...cells: string[]) => `<table:table-row>${cells.join("")}</table:table-row>`;
const hiddenRow = (...cells: string[]) =>
  row(...cells).replace("<table:table-row", '<table:table-row table:visibility="collapse"');

/** A flat OpenDocument sheet. */
const document = (...tables: [name: string, rows: string][]) => `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"
  xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" office:version="1.3"
  office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
  <office:automatic-styles>
    <number:number-style style:name="N1"><number:number number:decimal-places="0" number:min-integer-digits="10"/></number:number-style>
    <number:number-style style:name="N2"><number:text>A</number:text><number:number number:decimal-places="0" number:min-integer-digits="6"/></number:number-style>
    <number:date-style style:name="N3"><number:day number:style="long"/><number:text>/</number:text><number:month number:style="long"/><number:text>/</number:text><number:year number:style="long"/></number:date-style>
    <style:style style:name="zeros" style:family="table-cell" style:data-style-name="N1"/>
    <style:style style:name="letter" style:family="table-cell" style:data-style-name="N2"/>
    <number:number-style style:name="N4"><number:scientific-number number:decimal-places="2" number:min-integer-digits="1" number:min-exponent-digits="2"/></number:number-style>
    <style:style style:name="short" style:family="table-cell" style:data-style-name="N4"/>
    <style:style style:name="day" style:family="table-cell" style:data-style-name="N3"/>
  </office:automatic-styles>
  <office:body><office:spreadsheet>
    ${tables.map(([name, rows]) => `<table:table table:name="${name}">${rows}</table:table>`).join("")}
  </office:spreadsheet></office:body>
</office:document>`;

const heads = ["1- الاسم", "الجوال / Mobile", "PP NO", "تاريخ الميلاد", "الجنسية"];

const party = document(
  ["غلاف", row(cell("مكتب النور"))],
  ["فارغة", ""],
  [
    "الحجاج",
    [
      row(...heads.map((head) => cell(head))),
      row(
        cell("أحمد المقطري"),
        cell("0531000001"),
        number(3450098, "zeros"),
        dateCell("1985-03-14T23:59:17"),
        cell("يمني", 'table:number-rows-spanned="3"'),
      ),
      hiddenRow(
        cell("هدى العبسي"),
        cell("0531000002"),
        number(917, "letter"),
        dateCell("1990-12-01"),
        covered,
      ),
      row(cell("سلمى العبسي"), cell("0531000003"), cell("لا يوجد"), cell("15 ذي القعدة 1425 هـ"), covered),
      row(cell("نبيل الصلوي"), cell("0531000004"), cell("P77"), cell("\u200F15\u200F/03/1985"), cell("XXK")),
    ].join(""),
  ],
);

describe.skipIf(isMissing)("sheets that LibreOffice has written", () => {
  test.each(["xlsx", "xlsx:Calc Office Open XML"])("as %s are read as they are shown", async (to) => {
    await office.knex("customers").delete();
    const trial = await uploaded("customers", await saved(party, "fods", to));
    const text = textOf((await client.get(trial)).body);
    expect(text).toContain("قرئت ورقة «الحجاج» وحدها. ورقة أخرى في الملف لم تقرأ: «غلاف».");
    expect(text).toContain("في الملف سطر مخفي واحد يقرأ كغيره: 3.");
    expect(text).toContain("خلايا مدموجة فوق عدة أسطر");
    expect(text).toContain("(كتب فيها: لا يوجد)");
    expect((await client.submit(trial, {})).status).toBe(302);
    const people = await office.knex("customers").orderBy("phone");
    expect(
      people.map(({ passport_number, date_of_birth, nationality }) => [
        passport_number,
        date_of_birth,
        nationality,
      ]),
    ).toEqual([
      ["0003450098", "1985-03-15", "YEM"],
      ["A000917", "1990-12-01", "YEM"],
      [null, "2004-12-27", "YEM"],
      ["P77", "1985-03-15", "XKK"],
    ]);
  });

  test("have errors and shortened numbers, which are told", async () => {
    const scientific =
      '<table:table-cell office:value-type="float" office:value="345009812" table:style-name="short"/>';
    const error = '<table:table-cell table:formula="of:=1/0" office:value-type="float" office:value="0"/>';
    const content = document([
      "1",
      row(cell("الاسم"), cell("الهاتف"), cell("رقم الجواز")) +
        row(cell("رنا العنسي"), cell("0534000001"), scientific) +
        row(cell("رند العنسي"), cell("0534000002"), error),
    ]);
    const trial = await uploaded("customers", await saved(content, "fods"));
    expect(linesIn((await client.get(trial)).body).map(([, told]) => told)).toEqual([
      expect.stringContaining("رقم اختصره برنامج الجداول"),
      expect.stringContaining("خطأ من برنامج الجداول"),
    ]);
  });

  test("from a CSV file have its codes and dates", async () => {
    await office.knex("customers").delete();
    const content = csv(
      ["الاسم", "رقم الهاتف", "رقم الجواز", "تاريخ الميلاد"],
      ["سمر الصلوي", "0532000001", "00917", "1365/05/12"],
      ["سحر الصلوي", "0532000002", "=1/0", "1445/12/15"],
      ["سهى الصلوي", "0532000003", "N/A", "14/3/2001"],
    );
    const trial = await uploaded("customers", await saved(content, "csv"));
    await client.submit(trial, { column: "date_of_birth:solar" });
    const lines = linesIn((await client.get(trial)).body).map((line) => line.join(" "));
    expect(lines[0]).toContain("1986-08-03");
    expect(lines[2]).toContain("2001-03-14");
    expect(lines[2]).toContain("بلا رقم");
  });

  test("as CSV and as text in UTF-16 are read", async () => {
    for (const filter of [
      "csv:Text - txt - csv (StarCalc):44,34,76",
      "csv:Text - txt - csv (StarCalc):9,34,65535",
    ]) {
      await office.knex("customers").delete();
      const one = document([
        "1",
        row(cell("الاسم"), cell("الهاتف")) + row(cell("خالد العنسي"), cell("0533000001")),
      ]);
      const trial = await uploaded("customers", await saved(one, "fods", filter));
      expect((await client.submit(trial, {})).status).toBe(302);
      expect(await office.knex("customers").pluck("name")).toEqual(["خالد العنسي"]);
    }
  });

  test("have a passport's lines as they are copied out of them", async () => {
    const blanks = (line = "") => line.replace(/</g, " ");
    const ofKosovo = linesOf({ nationality: "RKS", holder: "HOXHA<<ARBEN<<<<K<KK<K", number: "P0091738" });
    const ofLongName = linesOf({ holder: "ABDULRAHMANOV<<MUHAMMADJON<ABDUVALIYEVI", birth: "790700" });
    const textsOf = (lines: string) =>
      lines.split("\n").map((line) => line.replaceAll("<", "&lt;").replace(/ /g, "<text:s/>"));
    const twoLines = (lines: string) => cell(textsOf(lines).join("</text:p><text:p>"));
    const content = document([
      "1",
      row(twoLines(ofKosovo)) +
        row(twoLines(blanks(ofKosovo))) +
        row(...textsOf(ofLongName).map((line) => cell(line))) +
        row(...textsOf(blanks(ofLongName)).map((line) => cell(line))),
    ]);
    // As text with tabs, and quotation marks only where a cell has two lines: so a program of sheets copies cells.
    const text = await saved(content, "fods", "csv:Text - txt - csv (StarCalc):9,34,76,,,,false");
    const copies = String(text).split(/\n(?!.{44}")/);
    const asked = copies.filter((copy) => copy.trim());
    expect(asked.length).toBe(4);
    const answers = [];
    for (const mrz of asked) answers.push((await client.post("/api/customers/passport", { mrz })).body);
    const [kosovar, inBlanks, longName, longInBlanks] = answers;
    for (const { passport, notes } of [kosovar, inBlanks]) {
      expect(passport).toMatchObject({
        name: "ARBEN HOXHA",
        nationality: "XKK",
        passport_number: "P0091738",
      });
      expect(notes).toEqual([expect.stringContaining("K<KK<K")]);
    }
    for (const { passport, notes } of [longName, longInBlanks]) {
      expect(passport).toMatchObject({ surname_latin: "ABDULRAHMANOV", date_of_birth: null });
      expect(notes).toEqual([
        expect.stringContaining("فلعله مقطوع"),
        expect.stringContaining("بلا يوم أو شهر"),
      ]);
    }
  });

  test("as OpenDocument are refused by its name, and as HTML", async () => {
    for (const [to, told] of [
      ["ods", "ODS"],
      ["html", "HTML"],
    ] as const) {
      const bytes = await saved(party, "fods", to);
      await expect(uploaded("customers", bytes)).rejects.toThrow(told);
    }
  });
});
