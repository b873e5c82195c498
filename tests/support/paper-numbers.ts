/** Signs that look like a hyphen. */
const hyphens = [..."\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFF0D\uFE63\uFE58"];
/** Signs that are not seen, or are a blank of some width. */
const unseen = [..."\u200B\u200C\u200D\u200E\u2060\uFEFF\u00AD\u061C\u180E\u2066\u00A0\u2003\u3000\t"];

const moved = (text: string, range: RegExp, zero: string, to: number) =>
  text.replace(range, (sign) => String.fromCharCode(to + sign.charCodeAt(0) - zero.charCodeAt(0)));

/** The other ways to write a number such as «AB60-12», each of which is the same number. */
export const spellings = (number: string) => [
  ...hyphens.map((hyphen) => number.replaceAll("-", hyphen)),
  ...unseen.map((sign) => number.replace("-", `${sign}-${sign}`)),
  number.toLowerCase(),
  [...number].join(" "),
  moved(number, /\d/g, "0", 0x660),
  moved(number, /\d/g, "0", 0x6f0),
  moved(moved(number, /\d/g, "0", 0xff10), /[A-Z]/g, "A", 0xff21),
  moved(number, /[A-Z]/g, "A", 0xff41),
];
