import { nationalities } from "./countries";
import type { Noun } from "./nouns";

const names = new Map(nationalities);

/** The Arabic name of a country by its ISO 3166 alpha-3 code; for an unknown code the code itself. */
export const nationalityName = (code: string): string => names.get(code) ?? code;

/** The codes of states in passports that differ from those of `nationalities`. Kosovo has no code in ISO 3166. */
export const passportStates = new Map([
  ["D", "DEU"],
  ["RKS", "XKK"],
  ["XXK", "XKK"],
  ["XKX", "XKK"],
]);

/**
 * The code by which airlines and border officers know a nationality. It is that of ISO 3166, save for Kosovo, which has none there: `XKK`
 * is Unicode's, and Kosovo's passports have `RKS`. (Germany's have `D`, but airlines take `DEU` too, and ask for it by ISO 3166.)
 */
export const travelCode = (code: string): string => (code === "XKK" ? "RKS" : code);

export const isNationality = (code: string) => names.has(code);

export const countryNoun: Noun = {
  one: "الدولة",
  a: "دولة",
  many: "الدول",
  some: "دول",
  feminine: true,
  name: "name",
};
