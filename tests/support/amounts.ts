import { amountInWords } from "~/domain/amount-in-words";

/* Amounts in words, of currencies with nouns of their own and of one that has none. */

export const named = (code: string) => ({ code, name: code });
export const riyals = (amount: string) => amountInWords(amount, named("SAR"), 2);
export const dinars = (amount: string) => amountInWords(amount, named("KWD"), 3);
export const liras = (amount: string) => amountInWords(amount, named("SYP"), 2);
export const unknown = (amount: string, minorUnit = 2) =>
  amountInWords(amount, { code: "SEK", name: "كرونة" }, minorUnit);
