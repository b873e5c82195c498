import type { OfferSearch } from "~/domain/offer";

/** «حملات أخرى بالاسم»، «وكلاء آخرون بالاسم» */
export const othersByName = ({ noun: { some, people }, label }: OfferSearch) =>
  label ?? `${some} ${people ? "آخرون" : "أخرى"} بالاسم`;

/** What a search for choices has found, in words; undefined without a search. */
export function matchMessage({ noun, query, matches, hasMore }: OfferSearch) {
  if (!query) return undefined;
  const { a, many, feminine } = noun;
  const them = many.replace(/ون$/, "ين"); // in the genitive
  if (!matches) return `لا ${a} بهذا الاسم`;
  if (hasMore) return `بهذا الاسم أكثر من ${matches} من ${them}، وبعضها في القائمة: زد في الاسم`;
  const [one, two] = feminine ? ["واحدة", "اثنتان"] : ["واحد", "اثنان"];
  const count = matches === 1 ? `${a} ${one}` : `${matches === 2 ? two : matches} من ${them}`;
  return `بهذا الاسم ${count}: اختر من قائمة ${them}`;
}
