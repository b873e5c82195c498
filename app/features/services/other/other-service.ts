import { descriptionField, nameFields } from "~/domain/common-fields";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import type { ShownCurrency } from "~/domain/money";
import { availabilityLabels } from "~/domain/status";
import { currencyField } from "../currency-field";
import type { NamedLookup } from "../lookups/lookup";

/** A service besides hotel, transport and catering, as calls show it (spec §3). */
export type OtherService = RowOf<(typeof otherService)["fields"]> & {
  category: NamedLookup;
  currency: ShownCurrency & { id: number };
};

/** The labels of the icons, which icons.tsx draws. */
export const iconLabels = {
  Plus: "علامة زائد",
  Train: "قطار",
  Accessibility: "كرسي متحرك",
  Camera: "كاميرا",
  ShoppingBag: "حقيبة تسوق",
  Stethoscope: "سماعة طبيب",
  Wifi: "إنترنت لاسلكي",
  Car: "سيارة",
  Plane: "طائرة",
  ShoppingCart: "عربة تسوق",
  UserCheck: "مرافق",
  HeartHandshake: "رعاية",
  MapPin: "موقع",
};

export type IconName = keyof typeof iconLabels;
export const iconNames = Object.keys(iconLabels) as [IconName, ...IconName[]];
export const defaultIcon: IconName = "Plus";

export const otherService = withLabels({
  table: "other_services",
  path: "/services/other",
  write: "manage_services",
  fields: {
    ...nameFields("اسم الخدمة"),
    category_id: { label: "الفئة", kind: "reference", to: "service_categories" },
    /** For one person, in the service's currency. */
    price: { label: "السعر", kind: "price" },
    currency_id: currencyField,
    description: descriptionField,
    icon: { label: "الأيقونة", kind: "choice", choices: iconLabels, usual: defaultIcon, inSheet: false },
    status: { label: "الحالة", kind: "choice", choices: availabilityLabels, hasDefault: true },
  },
}) satisfies Entity;
