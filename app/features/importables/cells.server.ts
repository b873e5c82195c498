import { latinDigits } from "~/domain/digits";
import { fold } from "~/domain/fold";
import { readTelephone } from "~/domain/telephone";
import { longestWord, ofWord } from "./choices";
import { otherNames } from "./headings";

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

export const percent = {
  hint: "من 0 إلى 100، وتكون 0 إن تركت",
  read: (text: string) => text.replace(/[%٪]$/, "").trimEnd(),
};
