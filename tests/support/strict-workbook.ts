import { readXml } from "~/features/imports/reading/xml.server";
import { archiveOf, unpack } from "~/features/imports/reading/zip.server";

/** A sheet as its file has it. */
type StrictSheet = {
  name: string;
  /** A number where the cell's type says so, a text otherwise; by row. */
  rows: Map<number, (number | string)[]>;
  page: Record<string, string | undefined>;
  /** The width of all columns, in characters. */
  width: number;
  isFitted: boolean;
  header: string;
  footer: string;
  /** «'الاسم'!$1:$1», repeated on each page. */
  titles: string | undefined;
};

/**
 * Reads a workbook as strictly as a program that would refuse it: its parts, and of each cell the type, the value and the style.
 * It shares no code with the writer. @throws Error naming the cell
 */
export async function strictWorkbook(bytes: Buffer): Promise<StrictSheet[]> {
  const archive = archiveOf(bytes);
  for (const name of archive.parts.keys()) for await (const _ of unpack(archive, name)); // checks its sum
  const partOf = (path: string) => {
    const name = [path, `/${path}`].find((one) => archive.parts.has(one));
    if (!name) throw new Error(`${path} is not in the file`);
    return name;
  };
  const read = (path: string, reader: Parameters<typeof readXml>[2]) =>
    readXml(archive, partOf(path), reader);

  await read("[Content_Types].xml", {
    open: (tag, { PartName }) => tag === "Override" && PartName && partOf(PartName.slice(1)),
  });
  const targets = new Map<string, string>();
  await read("xl/_rels/workbook.xml.rels", {
    open: (tag, { Id, Target }) => tag === "Relationship" && targets.set(Id ?? "", `xl/${Target}`),
  });
  const named: { name: string; path: string }[] = [];
  const titles = new Map<number, string>();
  let place = 0;
  await read("xl/workbook.xml", {
    open(tag, attributes) {
      if (tag === "sheet")
        named.push({ name: attributes.name ?? "", path: targets.get(attributes["r:id"] ?? "") ?? "" });
      if (tag === "definedName") place = Number(attributes.localSheetId);
    },
    close: (tag, text) => tag === "definedName" && titles.set(place, text),
  });
  const names = named.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length || names.some((name) => !/^[^'*?:\\/[\]]{1,31}$/.test(name)))
    throw new Error(`names of sheets: ${names.join(", ")}`);
  let [styles, isInStyles] = [0, false];
  await read("xl/styles.xml", {
    open(tag) {
      if (tag === "cellXfs") isInStyles = true;
      if (tag === "xf" && isInStyles) styles++;
    },
    close: (tag) => {
      if (tag === "cellXfs") isInStyles = false;
    },
  });
  const shared = archive.parts.has("xl/sharedStrings.xml") ? await sharedTexts(read) : [];

  const sheets: StrictSheet[] = [];
  for (const [index, { name, path }] of named.entries()) {
    const sheet = { name, rows: new Map(), page: {}, width: 0, isFitted: false, header: "", footer: "" };
    sheets.push({ ...sheet, ...(await readSheet(path)), titles: titles.get(index) });
  }
  return sheets;

  async function readSheet(path: string) {
    const told = {
      rows: new Map<number, (number | string)[]>(),
      page: {},
      width: 0,
      isFitted: false,
      header: "",
      footer: "",
    };
    let [row, column] = [0, 0];
    let cell: { at: string; type: string } | undefined;
    await read(path, {
      open(tag, attributes) {
        if (tag === "pageSetUpPr") told.isFitted = attributes.fitToPage === "1";
        if (tag === "pageSetup") told.page = attributes;
        if (tag === "col")
          told.width += Number(attributes.width) * (Number(attributes.max) - Number(attributes.min) + 1);
        if (tag === "row") {
          const next = Number(attributes.r);
          if (!(next > row)) throw new Error(`${path}: row ${attributes.r} after ${row}`);
          [row, column] = [next, 0];
          told.rows.set(row, []);
        }
        if (tag === "c") {
          const { r = "", t: type = "n", s = "0" } = attributes;
          const next = columnOf(r.replace(/\d+$/, ""));
          if (!r.endsWith(String(row)) || !(next > column))
            throw new Error(`${path}: cell ${r} after ${column}`);
          if (!(Number(s) < styles)) throw new Error(`${path} ${r}: no style ${s}`);
          if (!["n", "s", "str", "inlineStr"].includes(type)) throw new Error(`${path} ${r}: type ${type}`);
          column = next;
          cell = { at: `${path} ${r}`, type };
        }
      },
      close(tag, text) {
        if (tag === "oddHeader") told.header = text;
        if (tag === "oddFooter") told.footer = text;
        if (tag === "f") throw new Error(`${cell?.at}: a formula`);
        if ((tag === "v" || tag === "t") && cell) told.rows.get(row)?.push(readValue(cell, text));
        if (tag === "c") cell = undefined;
      },
    });
    return told;
  }

  function readValue({ at, type }: { at: string; type: string }, text: string) {
    if (type === "n") {
      if (!/^-?\d+(\.\d+)?(E[+-]?\d+)?$/i.test(text)) throw new Error(`${at}: «${text}» is no number`);
      return Number(text);
    }
    if (type !== "s") return text;
    const of = shared[Number(text)];
    if (of === undefined) throw new Error(`${at}: no text ${text}`);
    return of;
  }
}

async function sharedTexts(read: (path: string, reader: Parameters<typeof readXml>[2]) => Promise<void>) {
  const texts: string[] = [];
  let text = "";
  await read("xl/sharedStrings.xml", {
    close(tag, part) {
      if (tag === "t") text += part;
      if (tag !== "si") return;
      texts.push(text);
      text = "";
    },
  });
  return texts;
}

const columnOf = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
