const rules = new Intl.PluralRules("ar");

/** A noun's forms: «يوم واحد»، «يومان»، 3 «أيام»، 11 «يومًا»، 100 «يوم». */
export type Noun = { one: string; two: string; few: string; many: string; other: string };

/** A feminine noun has the same form after 11 to 99 and after 100. */
export const countNoun = (one: string, two: string, few: string, many: string, other = many): Noun => ({
  one,
  two,
  few,
  many,
  other,
});

export const days = countNoun("يوم واحد", "يومان", "أيام", "يومًا", "يوم");
export const roomCount = countNoun("غرفة واحدة", "غرفتان", "غرف", "غرفة");

/** A count with its noun in the right form: `7 أيام`، `21 يومًا`. */
export function countPhrase(count: number, noun: Noun) {
  const form = noun[rules.select(count) as keyof Noun] ?? noun.other;
  return count === 1 || count === 2 ? form : `${count.toLocaleString("en-US")} ${form}`;
}
