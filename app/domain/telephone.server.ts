import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { latinDigits } from "./digits";

/**
 * The international form of a telephone number (E.164, `+966510000111`). A number without a country code is read by the country's
 * numbering plan. Empty for a text that is a number of no plan.
 * @param country ISO 3166 alpha-2
 */
export function internationalForm(phone: string, country: string): string {
  if (!isSupportedCountry(country)) return "";
  const number = parsePhoneNumberFromString(latinDigits(phone), country);
  return number?.isValid() ? number.number : "";
}

/** Whether a country, by its ISO 3166 alpha-2 code, has a numbering plan. */
export const hasNumberingPlan = isSupportedCountry;
