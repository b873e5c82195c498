import type { Title } from "~/domain/titles";
import { englishColumns, type ListColumn, type ListMember, memberColumns } from "~/features/travellers/list";

/** A line of a passenger manifest (كشف الركاب). */
export type Passenger = ListMember & {
  /** The code of passports, and in Arabic. */
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

const { number, group_name, name, name_latin, passport_number, gender, phone } = memberColumns;

export const manifestColumns: readonly ListColumn<Passenger>[] = [
  number,
  group_name,
  name,
  name_latin,
  passport_number,
  { key: "nationality_name", label: "الجنسية", width: 20 },
  { key: "nationality", label: "رمزها", kind: "code", width: 8 },
  { key: "date_of_birth", label: "تاريخ الميلاد", kind: "date" },
  gender,
  { key: "visa_number", label: "رقم التأشيرة", kind: "code" },
  phone,
  { key: "family", label: "العائلة", sheetOnly: true },
];

/** A line of the manifest for an airline. Dates are written `05 MAR 1985`. */
export type EnglishPassenger = ListMember &
  Pick<Passenger, "nationality" | "date_of_birth" | "visa_number"> & {
    title: Title | null;
    surname_latin: string | null;
    given_names_latin: string | null;
    /** Whether surname and given names are known apart. */
    is_split?: boolean;
    passport_issue_date: string | null;
    passport_expiry: string | null;
  };

/** In the order in which airlines ask. */
export const englishManifestColumns: readonly ListColumn<EnglishPassenger>[] = [
  englishColumns.number,
  englishColumns.group_name,
  { key: "title", label: "Title", width: 7 },
  { key: "surname_latin", label: "Surname", width: 22 },
  { key: "given_names_latin", label: "Given names", width: 28 },
  { key: "date_of_birth", label: "Date of birth", kind: "code", width: 13 },
  englishColumns.gender,
  { key: "nationality", label: "Nationality", kind: "code", width: 11 },
  englishColumns.passport_number,
  { key: "passport_issue_date", label: "Date of issue", kind: "code", width: 13 },
  { key: "passport_expiry", label: "Date of expiry", kind: "code", width: 13 },
  { key: "visa_number", label: "Visa No.", kind: "code" },
];
