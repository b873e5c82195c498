import { nationalities } from "./countries";

const names = new Map(nationalities);

/** The Arabic name of a country by its ISO 3166 alpha-3 code; the code itself where ISO has no such country. */
export const nationalityName = (code: string): string => names.get(code) ?? code;

export const isNationality = (code: string) => names.has(code);
