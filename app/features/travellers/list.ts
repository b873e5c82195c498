import { quote } from "~/domain/nouns";

/*
 * Lists that the office hands out: the passenger manifest, rooms, buses. The same columns make the print page and the
 * sheet.
 */

/** A column of a list; `key` is the field of its row. */
export type ListColumn<Row> = {
  key: keyof Row & string;
  label: string;
  kind?: "code" | "date" | "number";
  /** The width in the sheet, in characters. */
  width?: number;
  /** Left out of the print page, where a heading shows it. */
  sheetOnly?: boolean;
  /** On paper it stands small below the column before it. */
  below?: true;
};

/** At most five names: «سالم»، «هدى» وغيرهم */
export const namesOf = (names: string[], others = " وغيرهم") =>
  `${names.slice(0, 5).map(quote).join("، ")}${names.length > 5 ? others : ""}`;

/** The fields of a member in every list. */
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

/** What an English list may not know of a name: all of it, how it splits, or one of its parts. */
export const nameGaps = ["missing", "whole", "part"] as const;
export type NameGap = (typeof nameGaps)[number];

/** The heading of neighbouring members, such as their room; null in a list without parts. */
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
  name_latin: { key: "name_latin", label: "Name", width: 36 },
  gender: { key: "gender", label: "Sex", width: 6 },
  phone: { key: "phone", label: "Telephone", kind: "code", width: 20 },
} as const satisfies Partial<Record<keyof ListMember, ListColumn<ListMember>>>;
