import { latinDigits } from "./digits";

const sameLetter = new Map(Object.entries({ ٱ: "ا", ى: "ي", ی: "ي", ة: "ه", ہ: "ه", ک: "ك" }));

/**
 * A word or a few as they are compared, as a search folds them (migrations/001_functions.ts) and without signs between them:
 * «نسبة العمولة (%)» and «نسبه العموله» are one.
 */
export const fold = (text: string) =>
  latinDigits(text)
    .toLowerCase()
    .normalize("NFKD") // أ is ا with a hamza on it, which goes with the diacritics
    .replace(/[\p{M}ـ]/gu, "")
    .replace(/[ٱىیةہک]/g, (letter) => sameLetter.get(letter) ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
