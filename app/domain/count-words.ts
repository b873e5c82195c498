const rules = new Intl.PluralRules("ar");

/** A noun's forms, in the nominative where they have a case: «يوم واحد»، «يومان»، 3 «أيام»، 11 «يومًا»، 100 «يوم». */
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
export const seatCount = countNoun("مقعد واحد", "مقعدان", "مقاعد", "مقعدًا", "مقعد");
export const roomCount = countNoun("غرفة واحدة", "غرفتان", "غرف", "غرفة");
export const travellerCount = countNoun("مسافر واحد", "مسافران", "مسافرين", "مسافرًا", "مسافر");

/** Where a count stands in its sentence: after a preposition or a noun it is in the genitive («توزيع عضوين»), as an object in the accusative. */
export type Case = "nominative" | "genitive" | "accusative";

/** A count with its noun in the right form: `7 أيام`، `21 يومًا`. Only one and two of a thing change with the case. */
export function countPhrase(count: number, noun: Noun, inCase: Case = "nominative") {
  if (count === 1) return inCase === "accusative" ? accusativeOf(noun.one) : noun.one;
  if (count === 2) return inCase === "nominative" ? noun.two : obliqueOf(noun.two);
  const form = noun[rules.select(count) as keyof Noun] ?? noun.other;
  return `${count.toLocaleString("en-US")} ${form}`;
}

/** «عضوان» becomes «عضوين», «سندا قبض» «سندي قبض». */
const obliqueOf = (two: string) => two.replaceAll(/ا(ن?)(?=\s|$)/g, "ي$1");

/** «يوم واحد» becomes «يومًا واحدًا»; after «ة» nothing is written. */
const accusativeOf = (one: string) => one.replaceAll(/([^ة\s])(?=\s|$)/g, "$1ًا");
