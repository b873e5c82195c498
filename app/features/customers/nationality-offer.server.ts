import { type Asked, offerAmong } from "~/db/choices.server";
import { nationalities, usualAmong } from "~/domain/countries";
import { countryNoun } from "~/domain/countries.server";

const usual = usualAmong(nationalities);

/** The nationalities of a customer's form, and of a filter. */
export const nationalityOffer = async (asked: Asked) => ({
  nationality: offerAmong(asked, "nationality", {
    all: nationalities,
    usual,
    noun: countryNoun,
    label: "جنسيات أخرى",
  }),
});
