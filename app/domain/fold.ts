import { latinDigits } from "./digits";

const sameLetter = new Map(
  Object.entries({ ٱ: "ا", ى: "ي", ی: "ي", ے: "ي", ة: "ه", ہ: "ه", ھ: "ه", ۃ: "ه", ە: "ه", ک: "ك", گ: "ك" }),
);

/**
 * Folds words for comparison, as a search does (migrations/093_spellings.ts), and also removes signs between them:
 * «نسبة العمولة (%)» equals «نسبه العموله», and «أبو بكر» equals «ابوبكر».
 */
export const fold = (text: string) =>
  latinDigits(text)
    .toLowerCase()
    .normalize("NFKD") // splits أ into ا and a hamza, which is removed with the diacritics
    .replace(/[\p{M}ـ]/gu, "")
    .replace(/[ٱىیےةہھۃەکگ]/g, (letter) => sameLetter.get(letter) ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/(^| )(عبد(?= ال)|ابو(?= )) /g, "$1$2")
    .replace(/ (?=الدين( |$))/g, "")
    .replace(/(^| )ابن(?= |$)/g, "$1بن");
