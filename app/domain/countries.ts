import codes from "i18n-iso-countries/codes.json" with { type: "json" };
import arabic from "i18n-iso-countries/langs/ar.json" with { type: "json" };

// Compared by code points and not by the platform's collation, so that server and browser render the same order.
const sortable = (name: string) => name.replace(/[أإآ]/g, "ا");
const byName = ([, a]: [string, string], [, b]: [string, string]) => (sortable(a) < sortable(b) ? -1 : 1);
const names: Record<string, string> = arabic.countries;

/** The countries of ISO 3166 by Arabic name, such as `EG` with `مصر`. */
export const countries = codes
  .map(([two = ""]): [code: string, name: string] => [two, names[two] ?? two])
  .sort(byName);

/** The countries of ISO 3166 by Arabic name, such as `EGY` with `مصر`. */
export const nationalities = codes
  .map(([two = "", three = ""]): [code: string, name: string] => [three, names[two] ?? three])
  .sort(byName);

const arabOnes = "SA YE AE KW QA BH OM IQ SY JO PS LB EG SD LY TN DZ MA MR SO DJ KM";
const otherOnes = "TR IR PK IN BD ID MY AF NG NE ML SN ET ER TD GM UZ KZ TJ KG AZ LK TH PH GB FR DE US";

/** Gives those of `countries` or `nationalities` that have these codes. */
function among(twos: string) {
  const wanted = new Set(
    twos.split(" ").flatMap((two) => codes.find(([code]) => code === two)?.slice(0, 2) ?? []),
  );
  return (all: [code: string, name: string][]) => all.filter(([code]) => wanted.has(code));
}

/** Where most agencies are. */
export const arabAmong = among(arabOnes);

/** From where most pilgrims come. */
export const usualAmong = among(`${arabOnes} ${otherOnes}`);
