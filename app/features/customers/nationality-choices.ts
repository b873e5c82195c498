import codes from "i18n-iso-countries/codes.json" with { type: "json" };
import arabic from "i18n-iso-countries/langs/ar.json" with { type: "json" };

// Compared letter by letter, not by the platform's collation: server and browser must draw one order.
const sortable = (name: string) => name.replace(/[أإآ]/g, "ا");
const names: Record<string, string> = arabic.countries;

/** `EGY` and `مصر` of each country of ISO 3166, by its Arabic name. */
export const nationalities = codes
  .map(([two = "", three = ""]): [code: string, name: string] => [three, names[two] ?? three])
  .sort(([, a], [, b]) => (sortable(a) < sortable(b) ? -1 : 1));
