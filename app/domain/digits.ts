/** Latin digits for Arabic-Indic and Persian ones, `.` for the Arabic decimal sign, nothing for the thousands sign. */
export function latinDigits(text: string) {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/٫/g, ".")
    .replace(/٬/g, "");
}
