import { lineLength } from "./machine-lines";

/* The holder's name in a passport's first machine-readable line. */

/** Fillers that were read as letters: no name has three K in a row. */
const misreadFillers = /K{3,}/g;

/** A name, and the fillers that end it. A line may begin with fillers if there is no surname. */
const endOfName = /^(<*[^<](?:.*?[^<])?)<{3}/;

/**
 * Splits `SURNAME<<GIVEN<NAMES<<<`. Three fillers end the name, whatever follows.
 * @param first the whole line
 * @returns the full name with the given names first, null if it has other characters than letters, and notes about what was left out
 */
export function nameIn(first: string) {
  const place = first.slice(5);
  const repaired = place.replace(misreadFillers, (letters) => "<".repeat(letters.length));
  const name = endOfName.exec(repaired)?.[1] ?? repaired;
  const rest = place.slice(name.length).replace(/^<+|<+$/g, "");
  const [surname = "", ...givenNames] = /\d/.test(name) ? [] : name.split("<<");
  const plain = (...parts: string[]) =>
    parts.join(" ").replaceAll("<", " ").replace(/\s+/g, " ").trim() || null;
  const isFull = first.length === lineLength && !name.endsWith("<") && name.length === place.length;
  return {
    names: {
      name: plain(...givenNames, surname),
      surname_latin: plain(surname),
      given_names_latin: plain(...givenNames),
    },
    notes: [
      ...(rest
        ? [`ترك «${rest}» في السطر الأول، فالاسم ينتهي عند ثلاث علامات حشو، وقد تقرأ علامة الحشو حرف K`]
        : []),
      ...(isFull ? ["الاسم يملأ مكانه في السطر الأول، فلعله مقطوع: قارنه بالجواز"] : []),
    ],
  };
}
