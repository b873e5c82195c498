import { latinDigits } from "./digits";

/** Latin words that people and programs write where a paper has no number, or none yet. */
const words = new Set([
  ...["na", "nan", "no", "none", "nil", "null", "false", "unknown", "missing", "lost", "expired"],
  ...["pending", "applied", "new", "later", "tba", "tbc", "tbd", "x", "xx", "xxx"],
]);

/**
 * Whether a value says that a paper has no number: in words, by a dash, or by zeros. Numbers have a digit, or are one run of Latin letters, as some
 * German passports are, perhaps divided by dashes.
 */
export function isNoNumber(text: string) {
  const line = latinDigits(text.normalize("NFKC")).trim().toLowerCase();
  if (/\d/.test(line)) return !/[^0\s\p{P}\p{S}]/u.test(line);
  return !/^[a-z][a-z._/-]*$/.test(line) || words.has(line.replace(/[^a-z]/g, ""));
}
