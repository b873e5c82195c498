import { emailField } from "~/domain/common-fields";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import { type FeeLine, feeLinesLabel } from "~/features/fees/fee-lines";

/** The company as calls show it (spec §3). There is only one; its name is empty until it is filled in. */
export type Company = Omit<RowOf<(typeof company)["fields"]>, "id" | "created_at"> & {
  logo_url: string | null;
  /** The fee of a cancelling before the departure, for campaigns without lines of their own. */
  fee_lines: FeeLine[];
};

export const company = withLabels(
  {
    table: "company_info",
    path: "/settings/company",
    key: "company_info",
    item: "company",
    write: "manage_settings",
    fields: {
      /** Empty until it is filled in. */
      name: { label: "اسم الشركة", kind: "text", max: 150 },
      name_latin: { label: "الاسم باللاتينية", kind: "latinText", max: 150, optional: true },
      commercial_register: { label: "السجل التجاري", kind: "code", max: 50, optional: true },
      tax_number: { label: "الرقم الضريبي", kind: "code", max: 50, optional: true },
      description: { label: "وصف الشركة", kind: "longText", max: 1000, optional: true },
      address: { label: "العنوان", kind: "longText", max: 500, optional: true },
      address_latin: { label: "عنوان الشركة باللاتينية", kind: "latinText", max: 300, optional: true },
      phone: { label: "رقم الهاتف", kind: "phone", optional: true },
      /** The country of telephone numbers without a country code, ISO 3166 alpha-2. */
      country: { label: "الدولة", kind: "code", max: 2, hasDefault: true },
      email: emailField,
      website: { label: "الموقع الإلكتروني", kind: "code", max: 200, optional: true },
      /** Whom pilgrims call on the way; the office's telephone where it is null. */
      emergency_phone: { label: "هاتف الطوارئ", kind: "phone", optional: true },
      /** After how many days the dashboard names a visa without a decision. */
      visa_wait_days: {
        label: "أيام انتظار التأشيرة",
        kind: "wholeNumber",
        min: 1,
        max: 365,
        hasDefault: true,
      },
      /** How much of a contract's price users may give as a discount who do not hold manage_financials. */
      discount_limit_percent: {
        label: "حد الخصم لموقعي العقود (%)",
        kind: "percent",
        wrong: "حد الخصم من 0 إلى 100، بخانتين عشريتين على الأكثر",
        usual: 0,
      },
      /** Who is an infant on the day of departure, and who a child: younger than so many years. */
      infant_under: { label: "الرضيع دون (سنوات)", kind: "wholeNumber", max: 25, hasDefault: true },
      child_under: { label: "الطفل دون (سنوات)", kind: "wholeNumber", max: 25, hasDefault: true },
      /** Of an adult's price in the same room, which packages propose for a child and an infant; null proposes nothing. */
      child_share: {
        label: "سعر الطفل من سعر البالغ (%)",
        kind: "percent",
        wrong: "نسبة سعر الطفل من 0 إلى 100، بخانتين عشريتين على الأكثر",
        optional: true,
      },
      infant_share: {
        label: "سعر الرضيع من سعر البالغ (%)",
        kind: "percent",
        wrong: "نسبة سعر الرضيع من 0 إلى 100، بخانتين عشريتين على الأكثر",
        optional: true,
      },
      /** Null for the usual ones (contract-terms.ts). */
      contract_terms: { label: "شروط العقد", kind: "longText", max: 20_000, optional: true },
      /** Null for the usual one (reminder-template.ts). */
      reminder_template: { label: "نص التذكير بالسداد", kind: "longText", max: 1000, optional: true },
    },
  },
  { fee_lines: feeLinesLabel, remove_logo: "إزالة الشعار", logo: "الشعار" },
) satisfies Entity;

/** When the sale of a contract is earned in the journal (books.md, rule 11). */
export const salesEarnedLabels = {
  departure: "عند سفر الرحلة: تبقى مبيعات مؤجلة حتى إقفال الفترة التي تسافر فيها",
  signing: "عند توقيع العقد",
};
export type SalesEarned = keyof typeof salesEarnedLabels;
