import { fold } from "~/domain/fold";

/** In characters. No known word is longer, and folding millions of characters would block the server. */
export const longestWord = 255;

/** Looks up a text by its folded form. */
export const ofWord = <T>(words: Map<string, T>, text: string) =>
  text.length > longestWord ? undefined : words.get(fold(text));

/**
 * Reads a cell of a choice by its word, its code or another word, all folded.
 * @throws Error, when the server starts, if a word would mean two codes: «A+» and «A-» fold to the same
 */
export function oneOf(choices: [code: string, word: string][], others: Record<string, string> = {}) {
  const codes = new Map<string, string>();
  const words = [
    ...choices.flatMap(([code, word]): [string, string][] => [
      [word, code],
      [code, code],
    ]),
    ...Object.entries(others),
  ];
  for (const [word, code] of words) {
    const value = codes.get(fold(word)) ?? code;
    if (value !== code) throw new Error(`An imported «${word}» would stand for ${value} and for ${code}`);
    codes.set(fold(word), code);
  }
  return {
    hint: choices.length > 6 ? "" : choices.map(([, word]) => word).join(" أو "),
    read: (text: string) => ofWord(codes, text),
  };
}
