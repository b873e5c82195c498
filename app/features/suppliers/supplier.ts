import { addressField, emailField, nameField, notesField, phoneField } from "~/domain/common-fields";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import { activeLabels } from "~/domain/status";

/** A supplier (مورد) as calls show it (spec §3). */
export type Supplier = RowOf<(typeof supplier)["fields"]>;

const serviceTypeLabels = { hotels: "فنادق", transportation: "نقل", catering: "إعاشة", other: "أخرى" };

export const supplier = withLabels({
  table: "suppliers",
  path: "/suppliers",
  write: "manage_suppliers",
  read: ["manage_financials", "manage_invoices"],
  fields: {
    name: nameField("اسم المورد"),
    phone: phoneField,
    email: emailField,
    contact_person: {
      label: "الشخص المسؤول",
      kind: "text",
      max: 150,
      optional: true,
      sheet: { width: 24, after: "name" },
    },
    service_type: { label: "نوع الخدمة", kind: "choice", choices: serviceTypeLabels, optional: true },
    payment_terms: { label: "شروط الدفع", kind: "longText", max: 500, optional: true, sheet: { width: 24 } },
    address: addressField,
    notes: { ...notesField, sheet: { width: 30 } },
    is_active: { label: "الحالة", kind: "flag", words: activeLabels, hasDefault: true },
  },
}) satisfies Entity;
