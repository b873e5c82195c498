import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { latinDigits } from "./digits";

/**
 * A telephone number in international form (E.164, `+966510000111`), by the country's numbering plan where it names none;
 * blank where it is no number of any plan.
 * @param country ISO 3166 alpha-2
 */
export function internationalForm(phone: string, country: string): string {
  if (!isSupportedCountry(country)) return "";
  const number = parsePhoneNumberFromString(latinDigits(phone), country);
  return number?.isValid() ? number.number : "";
}

/** Whether a country, by its ISO 3166 alpha-2 code, has a numbering plan. */
export const hasNumberingPlan = isSupportedCountry;
