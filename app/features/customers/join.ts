import { type Customer, customer } from "./customer";

/** The address of the page that joins two records of one person; the second one is `with`. */
export const joinPath = (id: number, other?: number) =>
  `${customer.path}/${id}/join${other ? `?with=${other}` : ""}`;

type Field = keyof typeof customer.fields;

/** The fields of a passport are taken together, so that two passports are not mixed. */
const passportFields: Field[] = [
  "passport_number",
  "nationality",
  "passport_country",
  "passport_issue_date",
  "passport_expiry",
];

/** The Latin names are taken together, since the whole consists of its parts. */
const latinNames: Field[] = ["surname_latin", "given_names_latin", "name_latin"];

/** The values that the record that stays lacks and takes over. */
export function missingValues(kept: Customer, gone: Customer): Partial<Customer> {
  const { passport_number: mine } = kept;
  const { passport_number: theirs } = gone;
  const isOnePassport = !mine || !theirs || mine === theirs;
  const hasLatinName = latinNames.some((field) => kept[field] !== null);
  const left = [...(isOnePassport ? [] : passportFields), ...(hasLatinName ? latinNames : [])];
  const missing = (Object.keys(customer.fields) as Field[]).filter(
    (field) => kept[field] === null && gone[field] !== null && !left.includes(field),
  );
  return Object.fromEntries(missing.map((field) => [field, gone[field]]));
}
