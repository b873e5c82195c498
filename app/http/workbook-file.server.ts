import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/*
 * Writes workbooks (XLSX, ECMA-376) with what our sheets have, and no more (docs/decisions/workbooks.md). A workbook is an archive of
 * XML. Rows are written when the archive takes them, so memory holds one batch of them.
 */

/** A cell: an empty one, a text, a number, or a day, with the number format of Excel in which it is shown. */
export type Cell = { value: string | number | Date | null | undefined; format: string };

type SheetPart = {
  /** Unique among the sheets, without the signs that Excel refuses, and at most 31 characters long. */
  name: string;
  isRightToLeft: boolean;
  columns: { head: string; width: number; format: string }[];
  batches: AsyncGenerator<Cell[][]>;
  /** The texts above and below each printed page, in Excel's codes. */
  pageHead: string;
  pageFoot: string;
};

/** The format of texts, whose cells wrap. */
export const wrapping = "@";

/** Excel refuses a file with a longer text, and one with more rows in a sheet. */
const longestText = 32_767;
const mostRowsOfExcel = 1_048_576;
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const of = "http://schemas.openxmlformats.org";
const main = `xmlns="${of}/spreadsheetml/2006/main"`;
const relationship = `${of}/officeDocument/2006/relationships`;

/**
 * Level 1 instead of 6: 10,000 customers become 964 KB instead of 741, with a tenth less computing. The same rows give the same bytes, so no part has the
 * time of its writing.
 */
const compression = { compressionLevel: 1, mtime: new Date(2000, 0, 1) };

/**
 * A workbook of these sheets, whose heads stay in view. A failing batch cuts it off. What is more than a sheet holds goes on in another, so
 * how many there are is written behind them.
 * @param mostRows how many rows a sheet holds, with its head
 */
export function workbookFile(sheets: SheetPart[], mostRows = mostRowsOfExcel): Readable {
  const archive = new ZipFile();
  const file = archive.outputStream as Readable;
  const styles = new Styles();
  const names: string[] = [];
  let part: Readable | undefined; // they are written one after the other
  file.once("close", () => part?.destroy());
  const add = (path: string, content: () => Iterable<string> | AsyncIterable<string>) =>
    archive.addReadStreamLazy(path, compression, (use) => {
      part = Readable.from(content(), { objectMode: false, highWaterMark: 64 * 1024 });
      part.once("error", (error) => file.destroy(error));
      use(null, part);
    });
  add("_rels/.rels", () => [relationships([["officeDocument", "xl/workbook.xml"]])]);
  const addSheet = (place: number) => {
    const sheet = sheets[place];
    if (sheet) addPart(sheet, new Rows(sheet.batches), 1, () => addSheet(place + 1));
    else addIndex();
  };
  const addPart = (sheet: SheetPart, rows: Rows, part: number, next: () => void) => {
    names.push(
      part > 1 ? nameOfPart(sheet.name, part, [...names, ...sheets.map(({ name }) => name)]) : sheet.name,
    );
    add(`xl/${sheetPath(names.length - 1)}`, async function* () {
      yield* worksheet({ ...sheet, batches: rows.next(mostRows - 1) }, styles);
      if (await rows.hasMore()) addPart(sheet, rows, part + 1, next);
      else next();
    });
  };
  const addIndex = () => {
    const parts = names.map((_, index): [string, string] => ["worksheet", sheetPath(index)]);
    add("xl/workbook.xml", () => [workbook(names)]);
    add("xl/_rels/workbook.xml.rels", () => [relationships([...parts, ["styles", "styles.xml"]])]);
    add("xl/styles.xml", () => [styles.written()]);
    add("[Content_Types].xml", () => [contentTypes(names.length)]);
    archive.end();
  };
  addSheet(0);
  return file;
}

/** The rows of a sheet, so many at a time as one holds. */
class Rows {
  readonly #batches: AsyncGenerator<Cell[][]>;
  #rest: Cell[][] = [];

  constructor(batches: AsyncGenerator<Cell[][]>) {
    this.#batches = batches;
  }

  async *next(most: number): AsyncGenerator<Cell[][]> {
    for (let room = most; room > 0 && (await this.hasMore()); ) {
      const batch = this.#rest.slice(0, room);
      this.#rest = this.#rest.slice(room);
      room -= batch.length;
      yield batch;
    }
  }

  async hasMore() {
    while (!this.#rest.length) {
      const { done, value } = await this.#batches.next();
      if (done) return false;
      this.#rest = value;
    }
    return true;
  }
}

/** «اليومية 2», which no other sheet is called. */
function nameOfPart(name: string, part: number, taken: string[]): string {
  const own = ` ${part}`;
  const wanted = name.slice(0, 31 - own.length) + own;
  return taken.includes(wanted) ? nameOfPart(name, part + 1, taken) : wanted;
}

const sheetPath = (index: number) => `worksheets/sheet${index + 1}.xml`;

function contentTypes(count: number) {
  const type = (path: string, name: string) =>
    `<Override PartName="/xl/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml"/>`;
  return `${xml}<Types xmlns="${of}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type(
    "workbook.xml",
    "sheet.main",
  )}${Array.from({ length: count }, (_, index) => type(sheetPath(index), "worksheet")).join("")}${type("styles.xml", "styles")}</Types>`;
}

const relationships = (targets: [type: string, path: string][]) =>
  `${xml}<Relationships xmlns="${of}/package/2006/relationships">${targets
    .map(
      ([type, path], index) =>
        `<Relationship Id="r${index + 1}" Type="${relationship}/${type}" Target="${path}"/>`,
    )
    .join("")}</Relationships>`;

/** The sheets by name. The first row of each is repeated on every printed page. */
const workbook = (names: string[]) =>
  `${xml}<workbook ${main} xmlns:r="${relationship}"><sheets>${names
    .map((name, index) => `<sheet name="${inXml(name)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`)
    .join("")}</sheets><definedNames>${names
    .map(
      (name, index) =>
        `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${inXml(name)}'!$1:$1</definedName>`,
    )
    .join("")}</definedNames></workbook>`;

/** A sheet prints as A4 landscape: each page is as wide as the sheet, and the rows take as many pages as they need. */
async function* worksheet({ isRightToLeft, columns, batches, ...sheet }: SheetPart, styles: Styles) {
  const width = ({ width, format }: SheetPart["columns"][number], index: number) =>
    `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${styles.of(format)}" customWidth="1"/>`;
  yield `${xml}<worksheet ${main}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView rightToLeft="${Number(
    isRightToLeft,
  )}" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(width)
    .join("")}</cols><sheetData>`;
  const letters = columns.map((_, index) => lettersOf(index));
  const row = (number: number, cells: Cell[], styleOf: (cell: Cell) => number) => {
    let text = `<row r="${number}"${heightOf(cells, columns)}>`;
    for (const [index, cell] of cells.entries())
      text += cellXml(`${letters[index]}${number}" s="${styleOf(cell)}"`, cell.value);
    return `${text}</row>`;
  };
  const heads = columns.map(({ head }) => ({ value: head, format: wrapping }));
  yield row(1, heads, () => Styles.head);
  let last = 1;
  for await (const batch of batches) {
    let text = "";
    for (const cells of batch)
      text += row(++last, cells, ({ value, format }) => styles.of(format, isArabic(value), isRightToLeft));
    if (text) yield text;
  }
  yield `</sheetData><pageMargins left="0.4" right="0.4" top="0.7" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddHeader>${inXml(
    sheet.pageHead,
  )}</oddHeader><oddFooter>${inXml(sheet.pageFoot)}</oddFooter></headerFooter></worksheet>`;
}

/** A line's height in points, at the size of our font. */
const lineHeight = 15;

/**
 * The height of a row whose texts wrap: LibreOffice leaves it one line high, and prints the lines over one another. A row of one line, and
 * a text in a format that does not wrap, says nothing.
 */
function heightOf(cells: Cell[], columns: SheetPart["columns"]) {
  const lines = cells.map(({ value, format }, index) =>
    typeof value === "string" && format === wrapping ? linesIn(value, columns[index]?.width ?? 1) : 1,
  );
  const most = Math.min(Math.max(...lines), mostLines);
  return most > 1 ? ` ht="${most * lineHeight}" customHeight="1"` : "";
}

/** Excel allows no higher row. */
const mostLines = Math.floor(409 / lineHeight);

/** How many lines a text takes, with the breaks that are in it and those before words that do not fit. */
function linesIn(text: string, width: number) {
  if (text.length < width && !text.includes("\n")) return 1;
  let lines = 0;
  for (const part of text.split("\n", mostLines)) {
    let left = 0;
    for (const { length } of part.slice(0, width * mostLines).split(" ")) {
      if (length > left || !left) {
        const own = Math.max(1, Math.ceil(length / width));
        lines += own;
        left = own * width - length - 1;
      } else left -= length + 1;
    }
  }
  return lines;
}

/** The name of a column: A to Z, AA, AB … */
const lettersOf = (index: number): string =>
  (index < 26 ? "" : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** A text is of the type text, so nothing in it is a formula. @param head the cell's place and style */
function cellXml(head: string, value: Cell["value"]) {
  if (value === null || value === undefined) return `<c r="${head}/>`;
  if (typeof value === "number") return `<c r="${head}><v>${value}</v></c>`;
  if (value instanceof Date) return `<c r="${head}><v>${value.getTime() / 86_400_000 + epoch}</v></c>`;
  const text = value.length > longestText ? `${value.slice(0, longestText - 1)}…` : value;
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : "";
  return `<c r="${head} t="inlineStr"><is><t${space}>${inXml(text)}</t></is></c>`;
}

const isArabic = (value: Cell["value"]) => typeof value === "string" && /[\u0600-\u06ff]/.test(value);

/** The number that Excel has for 1 January 1970. */
const epoch = 25_569;

const escapes = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["\r", "&#13;"], // a reader of XML makes a plain one a line feed
  ["_", "_x005F_"], // Excel reads `_x0041_` as the sign of this number
]);

/** Finds out soon that a text has none of the signs below, as most. */
const special = /[&<>"_]|[^\t\n -~\u00a0-\ud7ff\ue000-\ufffd]/;

/** A text in XML, without the signs that XML cannot have. */
function inXml(text: string) {
  if (!special.test(text)) return text;
  return text
    .toWellFormed()
    .replace(
      /[&<>"\r]|(?![\t\n])\p{Cc}|[\ufffe\uffff]|_(?=x[\da-f]{4}_)/giu,
      (sign) => escapes.get(sign) ?? "",
    );
}

/**
 * The styles of a workbook's cells: the heads', and one for each number format. Arabic texts run from right to left, and all texts of an Arabic
 * sheet begin under their head.
 */
class Styles {
  static readonly head = 1;
  readonly #styles: { format: string; alignment: string }[] = [];
  readonly #places = new Map<string, number>();

  /** The number of a format's style. Texts wrap. */
  of(format: string, isArabic = false, isRightToLeft = false) {
    const atRight = isRightToLeft && format === wrapping ? ' horizontal="right"' : "";
    const alignment = `${atRight}${isArabic ? ' readingOrder="2"' : ""}`;
    const key = `${alignment} ${format}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.#styles.push({ format, alignment }) + Styles.head;
    this.#places.set(key, place);
    return place;
  }

  written() {
    const firstNumber = 164; // smaller ones are Excel's own
    const styles = this.#styles.map((style, index) => ({ ...style, number: firstNumber + index }));
    const style = (number: number, more: string, wraps: boolean, alignment = "") =>
      `<xf numFmtId="${number}" xfId="0" applyNumberFormat="1" applyAlignment="1" ${more}><alignment vertical="top"${wraps ? ' wrapText="1"' : ""}${alignment}/></xf>`;
    const plain = 'fontId="0" fillId="0" borderId="0"';
    return `${xml}<styleSheet ${main}><numFmts count="${styles.length}">${styles
      .map(({ format, number }) => `<numFmt numFmtId="${number}" formatCode="${inXml(format)}"/>`)
      .join(
        "",
      )}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EFEA"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" ${plain}/></cellStyleXfs><cellXfs count="${styles.length + 2}"><xf numFmtId="0" xfId="0" ${plain}/>${style(
      0,
      'fontId="1" fillId="2" borderId="0" applyFont="1" applyFill="1"',
      true,
    )}${styles.map(({ format, number, alignment }) => style(number, plain, format === wrapping, alignment)).join("")}</cellXfs></styleSheet>`;
  }
}

const font = '<sz val="11"/><name val="Calibri"/>';
