import { fold } from "~/domain/fold";

/** In characters: nothing that is looked for by its word is longer, and to fold millions of them keeps the server from others. */
export const longestWord = 255;

/** What a map by folded words has for a text. */
export const ofWord = <T>(words: Map<string, T>, text: string) =>
  text.length > longestWord ? undefined : words.get(fold(text));

/**
 * How a cell of a choice is read: by its word, its code, or another word for it, as search folds them.
 * @throws Error, when the server starts, where one word would stand for two codes: «A+» and «A-» fold alike
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
