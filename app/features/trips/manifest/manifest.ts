import { type ListColumn, type ListMember, memberColumns } from "../lists/list";

/** A line of a passenger manifest (كشف الركاب). */
export type Passenger = ListMember & {
  /** ISO 3166 alpha-3, and in Arabic. */
  nationality: string | null;
  nationality_name: string | null;
  date_of_birth: string | null;
  /** Of a visa of the campaign's type that lasts the journey, else of one that is good on departure, else of the newest approved. */
  visa_number: string | null;
  family: string | null;
};

const { number, group_name, name, passport_number, gender, phone } = memberColumns;

export const manifestColumns: readonly ListColumn<Passenger>[] = [
  number,
  group_name,
  name,
  passport_number,
  { key: "nationality_name", label: "الجنسية", width: 20 },
  { key: "nationality", label: "رمزها", kind: "code", width: 8 },
  { key: "date_of_birth", label: "تاريخ الميلاد", kind: "date" },
  gender,
  { key: "visa_number", label: "رقم التأشيرة", kind: "code" },
  phone,
  { key: "family", label: "العائلة", sheetOnly: true },
];
