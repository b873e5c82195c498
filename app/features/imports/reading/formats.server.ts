import Big from "big.js";
import { wholeDays } from "~/domain/dates";
import { brokenFile } from "./lines.server";

/* Numbers as a workbook's formats show them. */

const day = 86_400_000;
/** Day 0 of a workbook's dates: the usual one, and that of workbooks from old Macintosh versions. */
export const epochs = { usual: Date.UTC(1899, 11, 30), mac: Date.UTC(1904, 0, 1) };
const lastSerial = 2_958_465; // 9999-12-31
const longestCode = 255;

/** The numbers of the formats that workbooks use without defining them. */
export const builtIn = new Map<number, Format>(
  [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]
    .map((id): [number, Format] => [id, "date"])
    .concat([9, 10].map((id) => [id, "percent"]))
    .concat([11, 48].map((id) => [id, "scientific"])),
);
export type Format = "date" | "percent" | "scientific" | Code | undefined;
/** The format of a code, such as `"A"000-000`: its characters, those of its places as they fill up. */
type Code = { character: string; isPlace: boolean }[];

/**
 * A number with fifteen digits, as Excel shows it: 0.30000000000000004 is 0.3. One that is shown as 9.67E+11 is 9.66500000012e+11: whoever
 * reads its column knows whether that is a fault.
 */
export function numberText(value: string, format: Format, epoch: number) {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (format === "date" && number >= 1 && number < lastSerial + 1)
    return new Date(epoch + wholeDays(number) * day).toISOString().slice(0, 10);
  if (Math.abs(number) >= 1e15) return number.toExponential(); // its last digits were lost before
  const exact = Big(number.toPrecision(15));
  if (format === "percent") return `${exact.times(100).toFixed()}%`;
  if (format === "scientific") return exact.toExponential();
  const text = exact.toFixed();
  return Array.isArray(format) && /^\d+$/.test(text) ? codeText(text, format) : text;
}

/** Puts digits in the places of a code, from the right. What is longer stands in the first place. */
function codeText(digits: string, format: Code) {
  let left = digits;
  const places = format.filter(({ isPlace }) => isPlace).length;
  let place = 0;
  return format
    .map(({ character, isPlace }) => {
      if (!isPlace) return character;
      const rest = places - ++place;
      const own = left.slice(0, Math.max(0, left.length - rest));
      left = left.slice(own.length);
      return own || (character === "0" ? "0" : "");
    })
    .join("");
}

/** Reads a format's code without its literal parts: `[$-1000401]yyyy/mm/dd;@`, `0.0%`. @throws DomainError invalid */
export function formatOf(code: string): Format {
  if (code.length > longestCode) throw brokenFile(); // the search for literal parts takes quadratic time
  const bare = code.replace(literals, "");
  if (/[yd]/i.test(bare)) return "date";
  if (bare.includes("%")) return "percent";
  if (/E[+-]/i.test(bare)) return "scientific";
  const [positive = ""] = bare.split(";");
  const isCode = /^[0#?\s()+-]*0[0#?\s()+-]*0[0#?\s()+-]*$/.test(positive) || prefixed.test(code);
  return isCode && !/\[[<>=]/.test(code) ? codeOf(code) : undefined;
}

/** One or two Latin letters, or digits of a telephone, before a number as it is: `"A"0`, `\P#`, `"AB"General`, `"+967 "0`. */
const prefixed = /^(\[[^\]]*\])*("([A-Z]{1,2}-?|\+?\d* ?)"|(\\[A-Z]){1,2}|\\\+)([0#?]+|General)(;|$)/;

/** What stands for itself, is an instruction, or is as wide as a character. */
const literals = /"[^"]*"|\[[^\]]*\]|\\.|[_*]./g;

/** The characters of a format's first section. */
function codeOf(code: string): Code {
  const format: Code = [];
  for (const [part] of code.matchAll(/"[^"]*"|\[[^\]]*\]|\\.|[_*].|General|./g)) {
    if (part === ";") break;
    if (/^([0#?]|General)$/.test(part)) format.push({ character: part, isPlace: true });
    else if (part.startsWith('"') || part.length === 1)
      format.push({ character: part.replaceAll('"', ""), isPlace: false });
    else if (part.startsWith("\\")) format.push({ character: part.slice(1), isPlace: false });
  }
  return format;
}
