import { descriptionField, nameFields } from "~/domain/common-fields";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import type { ShownCurrency } from "~/domain/money";
import { activityLabels } from "~/domain/status";
import { currencyField } from "../currency-field";
import type { NamedLookup, Rating } from "../lookups/lookup";

/** A hotel as calls show it (spec §3). */
export type Hotel = RowOf<(typeof hotel)["fields"]> & {
  city: NamedLookup;
  rating: Rating | null;
  currency: ShownCurrency & { id: number };
};

export const roomPrices = [
  "single_room_price",
  "double_room_price",
  "triple_room_price",
  "quad_room_price",
] as const;

export const hotel = withLabels({
  table: "hotels",
  path: "/services/hotels",
  write: "manage_services",
  fields: {
    ...nameFields("اسم الفندق"),
    city_id: { label: "المدينة", kind: "reference", to: "cities" },
    /** The district, and directions. */
    address: { label: "العنوان", kind: "text", max: 300, sheet: { width: 30 } },
    rating_id: { label: "التصنيف", kind: "reference", to: "ratings", by: "value", optional: true },
    // For a night in the whole room, in the hotel's currency.
    single_room_price: { label: "الغرفة المفردة", kind: "price", usual: "0" },
    double_room_price: { label: "الغرفة الثنائية", kind: "price", usual: "0" },
    triple_room_price: { label: "الغرفة الثلاثية", kind: "price", usual: "0" },
    quad_room_price: { label: "الغرفة الرباعية", kind: "price", usual: "0" },
    currency_id: currencyField,
    description: descriptionField,
    status: { label: "الحالة", kind: "choice", choices: activityLabels, hasDefault: true },
  },
  required: "الرجاء تعبئة الحقول الأساسية: اسم الفندق، المدينة، والعنوان",
}) satisfies Entity;
