import { fold } from "./fold";

/**
 * Whether two names may be one person's: they differ in blanks alone, or the given names are spelled alike and one leaves out words
 * of the other, or most of both is the same. A son is called by his own name before his father's, and families share telephones.
 */
export function isOneName(one: string, other: string) {
  const [short = [], long = []] = [one, other]
    .map((name) => fold(name).split(" "))
    .sort((a, b) => a.length - b.length);
  if (short.join("") === long.join("")) return true;
  if (likeness(short.slice(0, 1), long.slice(0, 1)) < 0.3) return false;
  return short.every((word) => long.includes(word)) || likeness(short, long) >= 0.4;
}

/** How many of all trigrams two names share, from 0 to 1, as PostgreSQL's `similarity` counts them. */
function likeness(one: string[], other: string[]) {
  const [all, others] = [trigramsOf(one), trigramsOf(other)];
  const common = [...all].filter((trigram) => others.has(trigram)).length;
  return common / (all.size + others.size - common);
}

const trigramsOf = (words: string[]) =>
  new Set(
    words.flatMap((word) => {
      const text = `  ${word} `;
      return Array.from({ length: text.length - 2 }, (_, place) => text.slice(place, place + 3));
    }),
  );
