import type { Entity } from "~/domain/entity";
import type { Status } from "~/features/status";

/** A pilgrim, as the API shows one (spec §3). */
export type Customer = {
  id: number;
  name: string;
  phone: string;
  national_id: string | null;
  passport_number: string | null;
  /** ISO 3166 alpha-3. */
  nationality: string | null;
  passport_issue_date: string | null;
  passport_expiry: string | null;
  email: string | null;
  address: string | null;
  date_of_birth: string | null;
  gender: "ذكر" | "أنثى" | null;
  image_url: string | null;
  status: Status;
  created_at: string;
  updated_at: string;
};

export const genders = ["ذكر", "أنثى"] as const;

export const customer = {
  table: "customers",
  path: "/customers",
  key: "customers",
  item: "customer",
  write: "manage_customers",
  read: ["manage_contracts", "manage_financials", "manage_trips"],
  isNoted: true,
  labels: {
    name: "الاسم",
    phone: "رقم الهاتف",
    national_id: "رقم الهوية",
    mrz: "سطرا القراءة الآلية في الجواز",
    passport_number: "رقم الجواز",
    nationality: "الجنسية",
    passport_issue_date: "تاريخ إصدار الجواز",
    passport_expiry: "تاريخ انتهاء الجواز",
    email: "البريد الإلكتروني",
    address: "العنوان",
    date_of_birth: "تاريخ الميلاد",
    gender: "الجنس",
    image: "الصورة",
    status: "الحالة",
  },
  required: "الاسم ورقم الهاتف حقول مطلوبة",
} as const satisfies Entity;
