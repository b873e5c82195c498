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
