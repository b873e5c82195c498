import { crc32, deflateRawSync } from "node:zlib";
import excel from "exceljs";

/** A workbook of one sheet, as a spreadsheet program saves it: dates are dates, numbers numbers. */
export async function workbookOf(rows: unknown[][], name = "ورقة") {
  const book = new excel.Workbook();
  const sheet = book.addWorksheet(name);
  for (const row of rows) sheet.addRow(row);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/**
 * An archive of these parts.
 * @param lie the size that it declares for the first one
 * @param isLarge whether all sizes and offsets stand in the fields of ZIP64, as writers that do not know them in time leave them
 */
export function zip(
  parts: Record<string, string | Buffer>,
  { lie, isLarge = false }: { lie?: number; isLarge?: boolean } = {},
) {
  const heads: Buffer[] = [];
  const directory: Buffer[] = [];
  const elsewhere = 0xffffffff;
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(isLarge ? 45 : 20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(isLarge ? elsewhere : packed.length, 14);
    common.writeUInt32LE(isLarge ? elsewhere : (lie ?? bytes.length), 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const extra = isLarge ? largeField(bytes.length, packed.length, offset) : Buffer.alloc(0);
    common.writeUInt16LE(extra.length, 24);
    const head = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), extra, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(isLarge ? elsewhere : offset, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, rest, Buffer.from(name), extra]),
    );
    heads.push(head);
    offset += head.length;
  }
  const size = Buffer.concat(directory).length;
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(isLarge ? 0xffff : directory.length, 8);
  end.writeUInt16LE(isLarge ? 0xffff : directory.length, 10);
  end.writeUInt32LE(isLarge ? elsewhere : size, 12);
  end.writeUInt32LE(isLarge ? elsewhere : offset, 16);
  const large = isLarge ? largeEnd(directory.length, size, offset) : [];
  return Buffer.concat([...heads, ...directory, ...large, end]);
}

const longs = (...numbers: number[]) => {
  const bytes = Buffer.alloc(8 * numbers.length);
  for (const [place, number] of numbers.entries()) bytes.writeBigUInt64LE(BigInt(number), 8 * place);
  return bytes;
};

/** A part's field of ZIP64, after a field of another program. */
const largeField = (...numbers: number[]) =>
  Buffer.concat([
    Buffer.from("UT\x01\x00\x00", "latin1"),
    Buffer.from([1, 0, 8 * numbers.length, 0]),
    longs(...numbers),
  ]);

/** The end of a directory in ZIP64, and where it lies. */
function largeEnd(count: number, size: number, offset: number) {
  const record = Buffer.concat([
    Buffer.from("PK\x06\x06"),
    longs(44),
    Buffer.alloc(12),
    longs(count, count, size, offset),
  ]);
  const locator = Buffer.concat([
    Buffer.from("PK\x06\x07"),
    Buffer.alloc(4),
    longs(offset + size),
    Buffer.from([1, 0, 0, 0]),
  ]);
  return [record, locator];
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
