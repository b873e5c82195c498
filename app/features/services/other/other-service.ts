import type { Entity } from "~/domain/entity";
import type { Status } from "~/features/status";
import type { ShownCurrency } from "~/ui/money";
import type { NamedLookup } from "../lookups/lookup";

/** A service besides hotel, transport and catering, as the API shows one (spec §3). */
export type OtherService = {
  id: number;
  name: string;
  category_id: number;
  category: NamedLookup;
  /** For a person, in the service's currency. */
  price: number;
  currency_id: number;
  currency: ShownCurrency & { id: number };
  description: string | null;
  icon: IconName;
  status: Status;
  created_at: string;
  updated_at: string;
};

export const otherService = {
  table: "other_services",
  path: "/services/other",
  key: "other_services",
  item: "other_service",
  write: "manage_services",
  labels: {
    name: "اسم الخدمة",
    category_id: "الفئة",
    price: "السعر",
    currency_id: "العملة",
    description: "الوصف",
    icon: "الأيقونة",
    status: "الحالة",
  },
} as const satisfies Entity;

/** What each icon shows; they are drawn in icons.tsx. */
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
