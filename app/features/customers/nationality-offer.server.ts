import { type Asked, offerAmong } from "~/db/choices.server";
import { nationalities, usualAmong } from "~/domain/countries";
import { countryNoun } from "~/domain/countries.server";

const usual = usualAmong(nationalities);

const countryOffer = (asked: Asked, field: "nationality" | "passport_country", label: string) =>
  offerAmong(asked, field, { all: nationalities, usual, noun: countryNoun, label });

/** The nationalities of a filter. */
export const nationalityOffer = (asked: Asked) => ({
  nationality: countryOffer(asked, "nationality", "جنسيات أخرى"),
});

/** The countries of a customer's form. */
export const countryOffers = async (asked: Asked) => ({
  ...nationalityOffer(asked),
  passport_country: countryOffer(asked, "passport_country", "بلدان إصدار أخرى"),
});
