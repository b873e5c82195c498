import type { Permission } from "~/auth/permissions";
import type { Status } from "~/features/status";

/** A pilgrim, as the API shows one (spec §3). */
export type Customer = {
  id: number;
  name: string;
  phone: string;
  national_id: string | null;
  passport_number: string | null;
  email: string | null;
  address: string | null;
  date_of_birth: string | null;
  gender: "ذكر" | "أنثى" | null;
  image_url: string | null;
  status: Status;
  created_at: string;
  updated_at: string;
};

export const customerLabels = {
  name: "الاسم",
  phone: "رقم الهاتف",
  national_id: "رقم الهوية",
  passport_number: "رقم الجواز",
  email: "البريد الإلكتروني",
  address: "العنوان",
  date_of_birth: "تاريخ الميلاد",
  gender: "الجنس",
  image: "الصورة",
  status: "الحالة",
};

export const genders = ["ذكر", "أنثى"] as const;

/** Who may read customers: those who write them, and those whose screens pick one (rulings §2). */
export const customerReaders: readonly Permission[] = [
  "manage_customers",
  "manage_contracts",
  "manage_financials",
  "manage_trips",
];

export const customerRequired = "الاسم ورقم الهاتف حقول مطلوبة";
