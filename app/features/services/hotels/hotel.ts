import type { Entity } from "~/domain/entity";
import type { Status } from "~/features/status";
import type { ShownCurrency } from "~/ui/money";
import type { NamedLookup, Rating } from "../lookups/lookup";

/** A hotel, as the API shows one (spec §3). */
export type Hotel = {
  id: number;
  name: string;
  city_id: number;
  city: NamedLookup;
  /** The district, and how to get there. */
  address: string;
  rating_id: number | null;
  rating: Rating | null;
  /** A night in the whole room, in the hotel's currency. */
  single_room_price: number;
  double_room_price: number;
  triple_room_price: number;
  quad_room_price: number;
  currency_id: number;
  currency: ShownCurrency & { id: number };
  description: string | null;
  status: Status;
  created_at: string;
  updated_at: string;
};

export const roomPrices = [
  "single_room_price",
  "double_room_price",
  "triple_room_price",
  "quad_room_price",
] as const;
export type RoomPrice = (typeof roomPrices)[number];

export const hotel = {
  table: "hotels",
  path: "/services/hotels",
  key: "hotels",
  item: "hotel",
  write: "manage_services",
  labels: {
    name: "اسم الفندق",
    city_id: "المدينة",
    address: "العنوان",
    rating_id: "التصنيف",
    single_room_price: "الغرفة المفردة",
    double_room_price: "الغرفة الثنائية",
    triple_room_price: "الغرفة الثلاثية",
    quad_room_price: "الغرفة الرباعية",
    currency_id: "العملة",
    description: "الوصف",
    status: "الحالة",
  },
  required: "الرجاء تعبئة الحقول الأساسية: اسم الفندق، المدينة، والعنوان",
} as const satisfies Entity;
