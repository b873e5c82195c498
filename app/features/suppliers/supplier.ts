import type { Entity } from "~/domain/entity";

/** A supplier (مورد), as the API shows one (spec §3). */
export type Supplier = {
  id: number;
  name: string;
  phone: string;
  email: string | null;
  address: string | null;
  contact_person: string | null;
  service_type: ServiceType | null;
  payment_terms: string | null;
  notes: string | null;
  is_active: boolean;
  created_at: string;
  updated_at: string;
};

export const serviceTypes = ["hotels", "transportation", "catering", "other"] as const;
type ServiceType = (typeof serviceTypes)[number];
export const serviceTypeLabels: Record<ServiceType, string> = {
  hotels: "فنادق",
  transportation: "نقل",
  catering: "إعاشة",
  other: "أخرى",
};

export const supplier = {
  table: "suppliers",
  path: "/suppliers",
  key: "suppliers",
  item: "supplier",
  write: "manage_suppliers",
  read: ["manage_financials", "manage_invoices"],
  labels: {
    name: "اسم المورد",
    phone: "رقم الهاتف",
    email: "البريد الإلكتروني",
    contact_person: "الشخص المسؤول",
    service_type: "نوع الخدمة",
    payment_terms: "شروط الدفع",
    address: "العنوان",
    notes: "ملاحظات",
    is_active: "الحالة",
  },
} as const satisfies Entity;
