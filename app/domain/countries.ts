import codes from "i18n-iso-countries/codes.json" with { type: "json" };
import arabic from "i18n-iso-countries/langs/ar.json" with { type: "json" };

// Compared letter by letter, not by the platform's collation: server and browser must draw one order.
const sortable = (name: string) => name.replace(/[أإآ]/g, "ا");
const byName = ([, a]: [string, string], [, b]: [string, string]) => (sortable(a) < sortable(b) ? -1 : 1);
const names: Record<string, string> = arabic.countries;

/** `EG` and `مصر` of each country of ISO 3166, by its Arabic name. */
export const countries = codes
  .map(([two = ""]): [code: string, name: string] => [two, names[two] ?? two])
  .sort(byName);

/** `EGY` and `مصر` of each country of ISO 3166, by its Arabic name. */
export const nationalities = codes
  .map(([two = "", three = ""]): [code: string, name: string] => [three, names[two] ?? three])
  .sort(byName);
