import { pipeline } from "node:stream/promises";
import { type CsvError, parse } from "csv-parse";
import { DomainError } from "~/domain/domain-error";
import { withoutApostrophe } from "~/http/csv.server";
import { brokenFile, join, Lines, requireCell, type SheetContent, withoutFormula } from "./lines.server";
import { slices } from "./zip.server";

/** The bytes of one record: an unclosed quote would otherwise make the whole file one record. */
const largestRecord = 100_000;
const delimiters = [",", ";", "\t"];

/** A page for browsers or a spreadsheet's older XML, which programs of agencies name `.xls`. */
const markup = /^\s*(<\?xml|<!doctype|<!--|<html|<head|<meta|<style|<body|<table|<div|mime-version:)/i;
const markupWithin = 1000;
const markupSentence =
  "الملف صفحة ويب (HTML أو XML) وإن كان اسمه ‎.xls. افتحه ببرنامج الجداول واحفظه بصيغة XLSX";

type Record = { record: string[]; info: { lines: number } };

/**
 * Reads a CSV file in any encoding that spreadsheets use for Arabic, with commas, semicolons or tabs.
 * @throws DomainError unsupported, too_large, invalid
 */
export async function readCsv(bytes: Buffer): Promise<SheetContent> {
  const text = textOf(bytes);
  if (markup.test(text.slice(0, markupWithin))) throw new DomainError("unsupported", markupSentence);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text file has none of them
  if (/[\u0000-\u0008\u000E-\u001F]/.test(text))
    throw new DomainError("unsupported", "الملف ليس جدولًا بصيغة XLSX أو CSV");
  const lines = new Lines();
  const parser = parse({
    delimiter: delimiterOf(text),
    record_delimiter: ["\r\n", "\n", "\r"], // joined files have several
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: largestRecord, // the library does not count blank cells for it
    cast(cell, { index }) {
      requireCell(index);
      return withoutApostrophe(join("", withoutFormula(cell)));
    },
  });
  try {
    await pipeline(slices(Buffer.from(text)), parser, async (records: AsyncIterable<Record>) => {
      for await (const { record, info } of records) {
        lines.countRecord();
        lines.add(info.lines, record);
      }
    });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw faultOf(error as CsvError);
  }
  return { lines: lines.all, hidden: [], merges: [], fractions: [], others: [] };
}

/**
 * The text of a file. Without a byte order mark it is UTF-16 if every second byte is one of its, else UTF-8, whose broken letters become
 * U+FFFD, which the verdict on a cell names, or windows-1256, as old Arabic versions of Excel save it.
 * @throws DomainError invalid if the text does not fit its byte order mark
 */
function textOf(file: Buffer) {
  const bytes = withoutPadding(file);
  const mark = bytes.toString("hex", 0, 3);
  const marked = mark === "efbbbf" ? "utf-8" : { fffe: "utf-16le", feff: "utf-16be" }[mark.slice(0, 4)];
  const encoding = marked ?? utf16Of(bytes);
  try {
    if (encoding) return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw brokenFile();
  }
  const text = new TextDecoder().decode(bytes);
  return isUtf8(text) ? text : new TextDecoder("windows-1256").decode(bytes);
}

const [nul, endOfDosFile] = [0, 0x1a];

/** A file without NUL bytes and Ctrl-Z at its end, with which some programs fill it up. A letter of two bytes stays whole. */
function withoutPadding(bytes: Buffer) {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === nul || bytes[end - 1] === endOfDosFile)) end--;
  const isHalf = end % 2 === 1 && end < bytes.length && utf16Of(bytes.subarray(0, end)) === "utf-16le";
  return bytes.subarray(0, isHalf ? end + 1 : end);
}

/** The bytes before or after those of Latin and Arabic letters, digits and signs in UTF-16. */
const highBytes = new Set([nul, 0x06, 0x20, 0xfb, 0xfe]);
const bytesToWeigh = 4096;

/** UTF-16 without a mark: it has NUL bytes, and every second byte is one of the few. */
function utf16Of(bytes: Buffer) {
  const first = bytes.subarray(0, bytesToWeigh);
  if (!first.includes(nul)) return undefined;
  const areHigh = (offset: number) =>
    first.every((byte, place) => place % 2 !== offset || highBytes.has(byte));
  return areHigh(1) ? "utf-16le" : areHigh(0) ? "utf-16be" : undefined;
}

/** Whether more letters are whole than broken: in Arabic of windows-1256 hardly two bytes make a letter of UTF-8. */
function isUtf8(text: string) {
  const broken = text.split("\uFFFD").length - 1;
  return broken === 0 || (text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0) > broken;
}

/** The delimiter that occurs in most of the first lines, since some may be titles; among equals the most frequent one. */
function delimiterOf(text: string) {
  const first = text.slice(0, largestRecord).split(/[\r\n]+/, 20);
  const lines = (delimiter: string) => first.filter((line) => line.includes(delimiter)).length;
  const times = (delimiter: string) => first.join("").split(delimiter).length;
  const isBetter = (one: string, best: string) => (lines(one) - lines(best) || times(one) - times(best)) > 0;
  return delimiters.reduce((best, one) => (isBetter(one, best) ? one : best));
}

function faultOf({ code }: CsvError) {
  return code === "CSV_QUOTE_NOT_CLOSED" || code === "CSV_MAX_RECORD_SIZE"
    ? new DomainError("invalid", "في الملف علامة اقتباس لم تغلق، أو سطر أطول من المعقول")
    : brokenFile();
}
