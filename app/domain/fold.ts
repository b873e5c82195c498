import { latinDigits } from "./digits";

const sameLetter = new Map(Object.entries({ ٱ: "ا", ى: "ي", ی: "ي", ة: "ه", ہ: "ه", ک: "ك" }));

/**
 * Folds words for comparison, as a search does (migrations/001_functions.ts), and also removes signs between them:
 * «نسبة العمولة (%)» equals «نسبه العموله».
 */
export const fold = (text: string) =>
  latinDigits(text)
    .toLowerCase()
    .normalize("NFKD") // splits أ into ا and a hamza, which is removed with the diacritics
    .replace(/[\p{M}ـ]/gu, "")
    .replace(/[ٱىیةہک]/g, (letter) => sameLetter.get(letter) ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
