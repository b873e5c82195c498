import { latinNameField, nameField } from "~/domain/common-fields";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import type { ShownCurrency } from "~/domain/money";
import { activityLabels } from "~/domain/status";
import { currencyField } from "../currency-field";
import type { NamedLookup } from "../lookups/lookup";

/** A company's bus on a route as calls show it (spec §3). */
export type Transportation = RowOf<(typeof transportation)["fields"]> & {
  bus_type: NamedLookup;
  currency: ShownCurrency & { id: number };
};

export const transportation = withLabels({
  table: "transportations",
  path: "/services/transportation",
  write: "manage_services",
  read: ["manage_trips"],
  fields: {
    company_name: nameField("شركة النقل"),
    name_latin: latinNameField,
    bus_type_id: { label: "نوع الحافلة", kind: "reference", to: "bus_types" },
    /** The number of seats in a bus. */
    capacity: { label: "السعة", kind: "wholeNumber", min: 1, max: 9999 },
    /** For the whole route, in the transportation's currency. */
    price_per_person: { label: "سعر الفرد", kind: "price" },
    currency_id: currencyField,
    route: { label: "خط السير", kind: "text", max: 300, optional: true, sheet: { width: 40 } },
    features: { label: "المزايا", kind: "longText", max: 1000, optional: true, sheet: { width: 40 } },
    status: { label: "الحالة", kind: "choice", choices: activityLabels, hasDefault: true },
  },
  failures: { save: "فشل حفظ البيانات", remove: "فشل الحذف" },
}) satisfies Entity;
