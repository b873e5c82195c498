import type { Permission } from "~/auth/permissions";
import type { ShownCurrency } from "~/ui/money";

/** An integrated package (باقة), as the API shows one (spec §3). */
export type Package = {
  id: number;
  name: string;
  type: "عمرة" | "حج";
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
  other_services: { id: number; name: string }[];
  /** Percent of the price. */
  profit_margin: number;
  description: string | null;
  /** Pilgrims in a room. */
  room_occupancy_basis: 1 | 2 | 3 | 4;
  /** In the default currency. */
  total_cost: number;
  /** In the package's own currency. */
  total_price: number;
  status: PackageStatus;
  created_at: string;
  updated_at: string;
};

export const packageStatuses = ["active", "inactive"] as const;
export type PackageStatus = (typeof packageStatuses)[number];

/** Who reads packages besides those who write them: campaigns and contracts pick from them (rulings §2). */
export const packageReaders: readonly Permission[] = ["manage_campaigns", "manage_contracts"];
