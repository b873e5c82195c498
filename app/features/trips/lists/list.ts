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
};

/** At most five names: «سالم»، «هدى» وغيرهم */
export const namesOf = (names: string[], others = " وغيرهم") =>
  `${names.slice(0, 5).map(quote).join("، ")}${names.length > 5 ? others : ""}`;

/** What a list says of a member in any case. */
export type ListMember = {
  /** Its place in the list; null, as the name is, of a line without a member. */
  number: number | null;
  name: string | null;
  passport_number: string | null;
  gender: string | null;
  phone: string | null;
  group_name: string;
};

export const nobody = {
  number: null,
  name: null,
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
  passport_number: { key: "passport_number", label: "رقم الجواز", kind: "code" },
  gender: { key: "gender", label: "الجنس", width: 8 },
  phone: { key: "phone", label: "رقم الهاتف", kind: "code", width: 20 },
} as const satisfies { [key in keyof ListMember]: ListColumn<ListMember> };
