import { crc32, deflateRawSync } from "node:zlib";
import excel from "exceljs";

/** A workbook of one sheet, as a spreadsheet program saves it: dates are dates, numbers numbers. */
export async function workbookOf(rows: unknown[][], name = "ورقة") {
  const book = new excel.Workbook();
  const sheet = book.addWorksheet(name);
  for (const row of rows) sheet.addRow(row);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** An archive of these parts; `lie` is the size that it declares for the first one. */
export function zip(parts: Record<string, string | Buffer>, { lie }: { lie?: number } = {}) {
  const heads: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(lie ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const head = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, rest, Buffer.from(name)]));
    heads.push(head);
    offset += head.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...heads, ...directory, end]);
}

const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A workbook whose sheet, and other parts, are written by hand. */
export const bareWorkbook = (
  sheet: string | Buffer,
  more: Record<string, string | Buffer> = {},
  lie?: number,
) =>
  zip(
    {
      "xl/worksheets/sheet1.xml": sheet,
      "xl/workbook.xml": `<workbook xmlns:r="${relation}"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relation}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="r3" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
      "xl/sharedStrings.xml": "<sst/>",
      "xl/styles.xml": "<styleSheet/>",
      ...more,
    },
    { lie },
  );

/** Cells of text as a sheet has them when nothing is shared. */
export const inline = (...texts: string[]) =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;

/** Text in Windows-1256, which no library of Node's writes. */
export function windows1256(text: string) {
  const letters = [...new TextDecoder("windows-1256").decode(Uint8Array.from({ length: 256 }, (_, i) => i))];
  return Buffer.from([...text].map((letter) => letters.indexOf(letter)));
}

/** Text in UTF-16 with its mark, either end first. */
export function utf16(text: string, end: "little" | "big") {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return end === "big" ? bytes.swap16() : bytes;
}
