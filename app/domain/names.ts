import { fold } from "./fold";

/**
 * Whether two names may be one person's. Either they differ in blanks only; or the first names are alike, and one name lacks
 * words of the other or most of both agrees. The first names decide, since families share the other names.
 */
export function isOneName(one: string, other: string) {
  const [short = [], long = []] = [one, other]
    .map((name) => fold(name).split(" "))
    .sort((a, b) => a.length - b.length);
  if (short.join("") === long.join("")) return true;
  if (likeness(short.slice(0, 1), long.slice(0, 1)) < 0.3) return false;
  return short.every((word) => long.includes(word)) || likeness(short, long) >= 0.4;
}

/** The share of common trigrams among all of two names, from 0 to 1, as PostgreSQL's `similarity` computes it. */
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
