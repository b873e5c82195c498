import { travelCode } from "~/domain/countries.server";
import { englishDate, isDay } from "~/domain/dates";
import { latinDigits } from "~/domain/digits";
import type { Title } from "~/domain/titles";
import { type Customer, customer } from "~/features/customers/customer";
import type { ListMember } from "~/features/travellers/list";

/** What the passport list of an airline says of a traveller. */
export type Traveller = Pick<ListMember, "customer_id" | "number" | "name"> &
  Pick<
    Customer,
    | "passport_country"
    | "passport_number"
    | "nationality"
    | "date_of_birth"
    | "passport_expiry"
    | "surname_latin"
    | "given_names_latin"
  > & {
    sex: "M" | "F" | null;
    title: Title | null;
    /** The same for the members of one family of one group. */
    family: string | null;
  };

/** The labels of what a traveller lacks. */
export type Lack = { traveller: Traveller; lacks: string[] };

/** A date as in `05MAR85`. */
const shortDay = (date: string) =>
  isDay(date) && englishDate(date).replace(/^(\d\d) (\w{3}) \d\d(\d\d)$/, "$1$2$3");

/** A passport's number without blanks and hyphens, if it can stand in the list. */
function plainNumber(number: string) {
  const plain = latinDigits(number)
    .replace(/[\s\p{Pd}]/gu, "")
    .toUpperCase();
  return /^[A-Z0-9]*[1-9][A-Z0-9]*$/.test(plain) && plain;
}

/** A name as a passport's machine-readable lines have it: hyphens are blanks, apostrophes go. */
const plainName = (name: string) => name.replaceAll("'", "").replaceAll("-", " ").replace(/ +/g, " ").trim();

/**
 * The parts of a traveller's line by the field of each: the number, then the others in their order. A part that is not known is
 * empty, null or false.
 */
const partsOf = (traveller: Traveller) => ({
  passport_number: traveller.passport_number && plainNumber(traveller.passport_number),
  nationality: traveller.nationality && travelCode(traveller.nationality),
  date_of_birth: traveller.date_of_birth && shortDay(traveller.date_of_birth),
  gender: traveller.sex && (traveller.title === "INF" ? `${traveller.sex}I` : traveller.sex),
  passport_expiry: traveller.passport_expiry && shortDay(traveller.passport_expiry),
  surname_latin: traveller.surname_latin && plainName(traveller.surname_latin),
  given_names_latin: traveller.given_names_latin && plainName(traveller.given_names_latin),
});

/** The labels of the fields that a traveller's line lacks. */
const lacksOf = (traveller: Traveller) =>
  Object.entries(partsOf(traveller)).flatMap(([field, part]) =>
    part ? [] : [customer.labels[field as keyof typeof customer.labels]],
  );

/** `DOCS/P/YEM/09596228/YEM/12APR68/M/25FEB30/AL HASHEDI/AHMED ALI MOHSEN` */
function lineOf(traveller: Traveller) {
  const { passport_number, ...others } = partsOf(traveller);
  const issuer = traveller.passport_country ? travelCode(traveller.passport_country) : others.nationality;
  return ["DOCS", "P", issuer, passport_number, ...Object.values(others)].join("/");
}

/**
 * The lines of the passport list, each with its end. Infants stand right behind the first adult of their family.
 * @param travellers in the order of the manifest
 * @returns also who is left out, and the infants at the end, without an adult of their family in the list
 */
export function passportLines(travellers: Traveller[]) {
  const lacking: Lack[] = travellers.flatMap((traveller) => {
    const lacks = lacksOf(traveller);
    return lacks.length ? [{ traveller, lacks }] : [];
  });
  const leftOut = new Set(lacking.map(({ traveller }) => traveller));
  const listed = travellers.filter((traveller) => !leftOut.has(traveller));

  const infants = new Map<string, Traveller[]>();
  for (const one of listed)
    if (isInfant(one) && one.family) infants.set(one.family, [...(infants.get(one.family) ?? []), one]);
  const inOrder: Traveller[] = [];
  for (const one of listed) {
    if (isInfant(one)) continue;
    inOrder.push(one);
    if (!one.family || !isAdult(one)) continue;
    inOrder.push(...(infants.get(one.family) ?? []));
    infants.delete(one.family);
  }
  const placed = new Set(inOrder);
  const alone = listed.filter((one) => !placed.has(one));
  return { lines: [...inOrder, ...alone].map((one) => `${lineOf(one)}\r\n`), lacking, alone };
}

const isInfant = ({ title }: Traveller) => title === "INF";
const isAdult = ({ title }: Traveller) => title === "MR" || title === "MS";
