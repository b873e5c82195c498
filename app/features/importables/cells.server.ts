import { latinDigits } from "~/domain/digits";
import { fold } from "~/domain/fold";
import { readTelephone } from "~/domain/telephone";
import { longestWord, ofWord } from "./choices";
import { otherNames } from "./headings";
import type { Answer } from "./import";
import type { Read } from "./importable.server";

/** Removes the decimals that a column of numbers adds in text form: `530000012.0`. Other texts stay as they are. */
const withoutDecimals = (text: string) => {
  const digits = latinDigits(text);
  return /^\+?\d+\.0+$/.test(digits) ? digits.replace(/\.0+$/, "") : text;
};

/** Reads the number of a paper. */
export const paper = { isCode: "paper" as const, read: withoutDecimals };

/** Words before a telephone number: the usual headings of its column, and their abbreviations. */
const prefixes = new Map(["ت", "ج", ...(otherNames.phone ?? "").split("،")].map((word) => [fold(word), ""]));

/** A number has at least seven digits, so two numbers with blanks in them have more digits than one can have. */
const shortestNumber = 7;
const mostDigits = 17;

function isTwoNumbers(text: string) {
  const digits = latinDigits(text).replace(/\.0+$/, "");
  const areNumbers = (parts: string[]) =>
    parts.filter((part) => part.replace(/\D/g, "").length >= shortestNumber).length > 1;
  return (
    areNumbers(digits.split(/\D+/)) ||
    areNumbers(digits.split(/[/,،;؛|&\n]|و|أو| - /)) ||
    (/\d\D+\d/.test(digits) && digits.replace(/\D/g, "").length > mostDigits)
  );
}

/** Reads a telephone number as a form does, and with words before it. */
export const phone = {
  own: "code" as const,
  isCode: "telephone" as const,
  read(text: string) {
    if (text.length > longestWord) return text;
    if (isTwoNumbers(text)) return { fault: "رقمان في خلية واحدة: اكتب واحدًا" };
    const [prefix = ""] = /^[^\d٠-٩۰-۹+(]*/.exec(text) ?? [];
    const number =
      prefix.length < text.length && ofWord(prefixes, prefix) === "" ? text.slice(prefix.length) : text;
    return readTelephone(withoutDecimals(number));
  },
};

/** Sums whose point can only be before thousands, such as `1.200.000` and `1.200,50`, or only before a fraction: `1200.5`, `0.250`. */
const pointed = {
  thousands: /^-?[1-9]\d{0,2}((\.\d{3}){2,}(,\d+)?|\.\d{3},\d+)$/,
  decimal: /^-?(\d*\.(\d{1,2}|\d{4,})|(0\d*|\d{4,}|\d{1,3}(,\d{3})+)\.\d{3})$/,
};
const ambiguous = /^-?[1-9]\d{0,2}\.\d{3}$/;

/** A sum as text, `1.200` in any digits; one with Arabic signs is never ambiguous. */
const sumIn = (text: string) =>
  text.length > longestWord || /[٫٬]/.test(text) ? "" : latinDigits(text).replace(/^[+−]/, "").trim();

/**
 * The reader of a column's sums. `1.200` may be twelve hundred or one and a fifth: other cells of the column prove what its point is,
 * or a user says it.
 */
function sumReader(texts: string[], answer?: Answer): Read {
  const sums = texts.map(sumIn);
  const proofs = (["thousands", "decimal"] as const).filter((kind) =>
    sums.some((sum) => pointed[kind].test(sum)),
  );
  const point = answer ?? (proofs.length === 1 ? proofs[0] : undefined);
  return (text) => {
    const sum = sumIn(text);
    const plain = sum.replaceAll(".", "").replace(",", ".");
    if (pointed.thousands.test(sum)) return plain;
    if (!ambiguous.test(sum) || point === "decimal") return text;
    if (point === "thousands") return plain;
    return { fault: `${text}: هو ${plain} إن فصلت النقطة الآلاف، و${sum} إن فصلت الكسر`, asks: "point" };
  };
}

/** Reads a sum of money. */
export const sum = { isSum: true as const, readColumn: sumReader };

export const percent = {
  hint: "من 0 إلى 100، وتكون 0 إن تركت",
  read: (text: string) => text.replace(/[%٪]$/, "").trimEnd(),
};
