import { latinDigits } from "./digits";

const longestNumber = 100;

/**
 * A telephone number as it is stored: full-width signs and digits of other alphabets in Latin ones, without what nobody sees, each kind of
 * dash as `-`, dots as blanks, and an extension as ` ext 12`. Any other text stays what it is.
 */
export function readTelephone(text: string) {
  if (text.length > longestNumber) return text;
  return latinDigits(text.normalize("NFKC"))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[\p{Pd}−]/gu, "-")
    .replace(/[.·•‧]/g, " ")
    .replace(/(\d)[\s,;)]*(?:extension|ext|x|#|تحويلة|داخلي)[\s:=]*(\d{1,7})$/i, "$1 ext $2")
    .replace(/\s+/g, " ")
    .trim();
}
