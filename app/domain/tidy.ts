// Control characters except tab and line feed; bidi marks, embeddings and isolates; characters without width; halves of a
// surrogate pair.
const unwantedCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is what this is for
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u00AD\u200B\u2060-\u2064\uFEFF\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

// Joiners belong between letters. Elsewhere they make different names look the same.
const loneJoiner = /(?<![\p{L}\p{M}])[\u200C\u200D]+|[\u200C\u200D]+(?![\p{L}\p{M}])/gu;

// More marks on one letter than any writing has (Unicode's Stream-Safe Text). Composing a longer run of them takes the square of its
// length: 250,000 held the process for a minute.
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;

/** Nothing of these is removed or composed. Most cells of a file are so, and a test takes a tenth of the time of what follows. */
const plain = /^[ -~\u0621-\u063A\u0641-\u064A\u0660-\u0669]*$/;

/** A text as it is stored: trimmed, composed (NFC), without control and bidi characters. */
export const tidyText = (text: string) => (plain.test(text) ? text.trim() : withoutUnwanted(text));

const withoutUnwanted = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(unwantedCharacters, "")
    .replace(loneJoiner, "")
    .replace(tooManyMarks, "$1")
    .normalize("NFC")
    .trim();

/** The same in one line. */
export const tidyLine = (text: string) => tidyText(text).replace(/\s+/g, " ");
