import type { Entity } from "~/domain/entity";
import type { Status } from "~/features/status";
import type { ShownCurrency } from "~/ui/money";
import type { NamedLookup } from "../lookups/lookup";

/** A company's bus on a route, as the API shows one (spec §3). */
export type Transportation = {
  id: number;
  company_name: string;
  bus_type_id: number;
  bus_type: NamedLookup;
  /** Seats in a bus. */
  capacity: number;
  /** The whole route, in the transportation's currency. */
  price_per_person: number;
  currency_id: number;
  currency: ShownCurrency & { id: number };
  route: string | null;
  features: string | null;
  status: Status;
  created_at: string;
  updated_at: string;
};

export const transportation = {
  table: "transportations",
  path: "/services/transportation",
  key: "transportations",
  item: "transportation",
  write: "manage_services",
  read: ["manage_trips"],
  labels: {
    company_name: "شركة النقل",
    bus_type_id: "نوع الحافلة",
    capacity: "السعة",
    price_per_person: "سعر الفرد",
    currency_id: "العملة",
    route: "خط السير",
    features: "المزايا",
    status: "الحالة",
  },
  failures: { save: "فشل حفظ البيانات", remove: "فشل الحذف" },
} as const satisfies Entity;
