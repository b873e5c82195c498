import { addressField, emailField, phoneField } from "~/domain/common-fields";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import type { Hit } from "~/domain/hit";
import { activityLabels, statusTones } from "~/domain/status";

/** A pilgrim as calls show one (spec §3). */
export type Customer = RowOf<(typeof customer)["fields"]> & { image_url: string | null };

export const genderLabels = { ذكر: "ذكر", أنثى: "أنثى" };

export const customer = withLabels(
  {
    table: "customers",
    path: "/customers",
    write: "manage_customers",
    read: ["manage_contracts", "manage_financials", "manage_trips"],
    isNoted: true,
    fields: {
      name: { label: "الاسم", kind: "text", max: 150, sheet: { width: 32 } },
      surname_latin: {
        label: "اسم العائلة باللاتينية",
        kind: "latinName",
        optional: true,
        hint: "كما في الجواز",
        sheet: { width: 20 },
      },
      given_names_latin: {
        label: "الأسماء الأولى باللاتينية",
        kind: "latinName",
        optional: true,
        hint: "كما في الجواز",
        sheet: { width: 24 },
      },
      name_latin: {
        label: "اسم الجواز الكامل باللاتينية",
        kind: "latinName",
        optional: true,
        hint: "إن ترك ركب من العائلة ثم الأسماء الأولى",
        sheet: { width: 32 },
      },
      phone: phoneField,
      national_id: {
        label: "رقم الهوية",
        kind: "code",
        max: 30,
        ofPaper: true,
        optional: true,
        hint: "لا يتكرر بين العملاء",
      },
      passport_number: {
        label: "رقم الجواز",
        kind: "code",
        max: 30,
        ofPaper: true,
        optional: true,
        hint: "لا يتكرر بين العملاء",
      },
      nationality: { label: "الجنسية", kind: "country", optional: true },
      passport_country: { label: "بلد إصدار الجواز", kind: "country", optional: true },
      passport_issue_date: { label: "تاريخ إصدار الجواز", kind: "date", optional: true },
      passport_expiry: { label: "تاريخ انتهاء الجواز", kind: "date", optional: true },
      email: emailField,
      address: addressField,
      date_of_birth: {
        label: "تاريخ الميلاد",
        kind: "date",
        optional: true,
        sheet: { after: "passport_expiry" },
      },
      birth_place: {
        label: "مكان الميلاد",
        kind: "text",
        max: 100,
        optional: true,
        sheet: { width: 20, after: "date_of_birth" },
      },
      gender: {
        label: "الجنس",
        kind: "choice",
        choices: genderLabels,
        otherWords: {
          male: "ذكر",
          m: "ذكر",
          رجل: "ذكر",
          ذ: "ذكر",
          female: "أنثى",
          f: "أنثى",
          امرأة: "أنثى",
          أ: "أنثى",
        },
        optional: true,
        sheet: { width: 8, after: "date_of_birth" },
      },
      status: { label: "الحالة", kind: "choice", choices: activityLabels, hasDefault: true },
    },
    required: "الاسم ورقم الهاتف حقول مطلوبة",
  },
  { mrz: "سطرا القراءة الآلية في الجواز", image: "الصورة" },
) satisfies Entity;

export const customerHit = ({ id, name, national_id, passport_number, phone, status }: Customer): Hit => ({
  title: name,
  facts: [national_id ?? passport_number ?? phone],
  state: activityLabels[status],
  tone: statusTones[status],
  href: `${customer.path}/${id}`,
});

/** The choices of the list's filter by passport. */
export const passportFilterLabels = { short: "ينتهي قبل أوانه للسفر" };
