import type { Entity } from "~/domain/entity";
import type { ShownCurrency } from "~/ui/money";
import type { Status } from "~/ui/status";

/** An integrated package (باقة), as the API shows one (spec §3). */
export type Package = {
  id: number;
  name: string;
  type: PackageType;
  /** In days. */
  duration: number;
  currency_id: number;
  currency: ShownCurrency & { id: number };
  hotel_id: number | null;
  hotel: { id: number; name: string } | null;
  transportation_id: number | null;
  transportation: { id: number; company_name: string } | null;
  catering_id: number | null;
  catering: { id: number; name: string } | null;
  other_services: { id: number; name: string; icon: string }[];
  other_service_ids: number[];
  /** Percent of the price. */
  profit_margin: number;
  description: string | null;
  /** Pilgrims in a room. */
  room_occupancy_basis: 1 | 2 | 3 | 4;
  /** In the default currency, as it was reckoned when the package was saved. */
  total_cost: number;
  /** In the package's own currency: what contracts take. */
  total_price: number;
  /** What both would be if the package were saved now, by today's prices and rates. */
  current_cost: number;
  current_price: number;
  /** Whether the saved figures are no longer the current ones. */
  price_out_of_date: boolean;
  status: Status;
  created_at: string;
  updated_at: string;
};

export const integratedPackage = {
  table: "packages",
  path: "/services/packages",
  key: "packages",
  item: "package",
  write: "manage_services",
  read: ["manage_campaigns", "manage_contracts"],
  labels: {
    name: "اسم الباقة",
    type: "النوع",
    duration: "المدة (بالأيام)",
    currency_id: "عملة البيع",
    hotel_id: "الفندق",
    room_occupancy_basis: "نوع الغرفة",
    transportation_id: "النقل",
    catering_id: "الإعاشة",
    other_service_ids: "الخدمات الأخرى",
    profit_margin: "هامش الربح %",
    total_cost: "التكلفة",
    total_price: "سعر البيع",
    description: "الوصف",
    status: "الحالة",
  },
  failures: { save: "حدث خطأ", remove: "حدث خطأ" },
} as const satisfies Entity;

export const packageTypes = ["عمرة", "حج"] as const;
export type PackageType = (typeof packageTypes)[number];
export const packageTypeChoices = packageTypes.map((type): [PackageType, string] => [type, type]);

/** By how many pilgrims share the room, in the order of spec §9. */
export const roomChoices: [sharing: number, label: string][] = [
  [4, "رباعية"],
  [3, "ثلاثية"],
  [2, "ثنائية"],
  [1, "مفردة"],
];

/** What a new package begins with (spec §9). */
export const packageDefaults = { type: "عمرة", duration: 7, profit_margin: 15, room_occupancy_basis: 4 };
