/**
 * Replaces Arabic-Indic and Persian digits by Latin ones and the Arabic decimal sign by `.`, and removes the Arabic thousands
 * sign.
 */
export function latinDigits(text: string) {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/٫/g, ".")
    .replace(/٬/g, "");
}

/** Keeps each date and number of a text in order among Arabic words, and on one line, where no element can stand around it. */
export const codesInOrder = (text: string) =>
  text.replace(/[\w-]*\d[\w-]*/g, (code) => `\u2066${code.replaceAll("-", "-\u2060")}\u2069`);
