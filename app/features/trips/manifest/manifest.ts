import { type ListColumn, type ListMember, memberColumns } from "../lists/list";

/** A line of a passenger manifest (كشف الركاب). */
export type Passenger = ListMember & {
  /** ISO 3166 alpha-3, and in Arabic. */
  nationality: string | null;
  nationality_name: string | null;
  date_of_birth: string | null;
  /**
   * The number of a visa of the campaign's type: of one that is valid for the whole journey, otherwise on departure, otherwise
   * the newest approved one.
   */
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
