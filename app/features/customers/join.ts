import { type Customer, customer } from "./customer";

/** The address of the page that joins two records of one person; the second one is `with`. */
export const joinPath = (id: number, other?: number) =>
  `${customer.path}/${id}/join${other ? `?with=${other}` : ""}`;

/** The fields of a passport are taken together, so that two passports are not mixed. */
const passportFields = ["passport_number", "nationality", "passport_issue_date", "passport_expiry"] as const;

/** The Latin names are taken together, since the whole consists of its parts. */
const latinNames = ["surname_latin", "given_names_latin", "name_latin"] as const;

const otherFields = ["national_id", "date_of_birth", "gender", "email", "address"] as const;

type GapField = (typeof passportFields | typeof latinNames | typeof otherFields)[number];

/** The values that the record that stays lacks and takes over. */
export function missingValues(kept: Customer, gone: Customer): Partial<Pick<Customer, GapField>> {
  const { passport_number: mine } = kept;
  const { passport_number: theirs } = gone;
  const isOnePassport = !mine || !theirs || mine === theirs;
  const hasLatinName = latinNames.some((field) => kept[field] !== null);
  const fields = [
    ...otherFields,
    ...(isOnePassport ? passportFields : []),
    ...(hasLatinName ? [] : latinNames),
  ];
  return Object.fromEntries(
    fields.flatMap((field) => (kept[field] === null && gone[field] !== null ? [[field, gone[field]]] : [])),
  );
}
