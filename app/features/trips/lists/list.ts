import { quote } from "~/domain/nouns";

/*
 * The lists that are handed out: the passenger manifest, rooms, buses. Each is printed and written as a sheet from the
 * same columns.
 */

/** A column of a list; `key` names what of a row stands in it. */
export type ListColumn<Row> = {
  key: keyof Row & string;
  label: string;
  kind?: "code" | "date" | "number";
  /** In characters, of the sheet's. */
  width?: number;
  /** Left out of what is printed, where a heading says it. */
  sheetOnly?: boolean;
  /** On paper it stands small below the column before it. */
  below?: true;
};

/** At most five names: «سالم»، «هدى» وغيرهم */
export const namesOf = (names: string[], others = " وغيرهم") =>
  `${names.slice(0, 5).map(quote).join("، ")}${names.length > 5 ? others : ""}`;

/** What a list says of a member in any case. */
export type ListMember = {
  /** Null of a line without a member. */
  customer_id: number | null;
  /** Its place in the list; null, as the name is, of a line without a member. */
  number: number | null;
  name: string | null;
  name_latin: string | null;
  passport_number: string | null;
  gender: string | null;
  phone: string | null;
  group_name: string;
};

export const nobody = {
  customer_id: null,
  number: null,
  name: null,
  name_latin: null,
  passport_number: null,
  gender: null,
  phone: null,
};

/** What the members below it have in common, such as their room; null where the list has no parts. */
export type Part = { part: string | null };

export const memberColumns = {
  number: { key: "number", label: "م", kind: "number", width: 6 },
  group_name: { key: "group_name", label: "المجموعة", width: 24, sheetOnly: true },
  name: { key: "name", label: "الاسم", width: 32 },
  name_latin: { key: "name_latin", label: "الاسم باللاتينية", kind: "code", width: 32, below: true },
  passport_number: { key: "passport_number", label: "رقم الجواز", kind: "code" },
  gender: { key: "gender", label: "الجنس", width: 8 },
  phone: { key: "phone", label: "رقم الهاتف", kind: "code", width: 20 },
} as const satisfies { [key in Exclude<keyof ListMember, "customer_id">]: ListColumn<ListMember> };

/** The same for those who read no Arabic. */
export const englishColumns = {
  number: { key: "number", label: "No.", kind: "number", width: 6 },
  group_name: { key: "group_name", label: "Group", width: 16, sheetOnly: true },
  passport_number: { key: "passport_number", label: "Passport No.", kind: "code" },
  gender: { key: "gender", label: "Sex", width: 6 },
} as const satisfies Partial<Record<keyof ListMember, ListColumn<ListMember>>>;
