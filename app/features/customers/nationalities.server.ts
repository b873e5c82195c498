import countries from "i18n-iso-countries";
import arabic from "i18n-iso-countries/langs/ar.json" with { type: "json" };

countries.registerLocale(arabic);

/** `EGY` and `مصر` of each country, by its Arabic name. */
export const nationalities: [code: string, name: string][] = Object.keys(countries.getAlpha3Codes())
  .map((code): [string, string] => [code, nationalityName(code)])
  .sort(([, a], [, b]) => a.localeCompare(b, "ar"));

/** The Arabic name of a country by its ISO 3166 alpha-3 code; the code itself where ISO has no such country. */
export function nationalityName(code: string): string {
  return countries.getName(code, "ar") ?? code;
}

export const isNationality = (code: string) => countries.getAlpha3Codes()[code] !== undefined;
