import type { Entity } from "~/domain/entity";

/** The company, as the API shows it (spec §3). There is one; its name is blank until it is filled in. */
export type Company = {
  name: string;
  address: string | null;
  phone: string | null;
  /** Whose telephone numbers those without a country are, ISO 3166 alpha-2. */
  country: string;
  email: string | null;
  commercial_register: string | null;
  tax_number: string | null;
  website: string | null;
  description: string | null;
  logo_url: string | null;
  updated_at: string;
};

export const company = {
  table: "company_info",
  path: "/settings/company",
  key: "company_info",
  item: "company",
  write: "manage_settings",
  labels: {
    name: "اسم الشركة",
    commercial_register: "السجل التجاري",
    tax_number: "الرقم الضريبي",
    description: "وصف الشركة",
    address: "العنوان",
    phone: "رقم الهاتف",
    country: "الدولة",
    email: "البريد الإلكتروني",
    website: "الموقع الإلكتروني",
    remove_logo: "إزالة الشعار",
    logo: "الشعار",
  },
} as const satisfies Entity;
