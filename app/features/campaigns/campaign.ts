import { statesOf } from "~/ui/states";
import type { Entity } from "~/domain/entity";
import type { PackageType } from "~/features/services/packages/package";
import type { ShownCurrency } from "~/ui/money";
import type { Status } from "~/ui/status";

/** A campaign (حملة), as the API shows one (spec §3). */
export type Campaign = {
  id: number;
  name: string;
  type: PackageType;
  start_date: string;
  end_date: string;
  total_seats: number;
  /** Its contracts that are not cancelled. */
  booked_seats: number;
  available_seats: number;
  description: string | null;
  /** The packages attached to it; a contract takes one of the active ones. */
  packages: AttachedPackage[];
  status: CampaignStatus;
  created_at: string;
  updated_at: string;
};

export type AttachedPackage = {
  id: number;
  name: string;
  type: PackageType;
  /** In the package's currency. */
  total_price: number;
  currency_id: number;
  currency: ShownCurrency & { id: number };
  status: Status;
};

export const campaign = {
  table: "campaigns",
  path: "/campaigns",
  key: "campaigns",
  item: "campaign",
  write: "manage_campaigns",
  read: ["manage_contracts", "manage_trips"],
  labels: {
    name: "اسم الحملة",
    type: "النوع",
    start_date: "تاريخ البداية",
    end_date: "تاريخ النهاية",
    total_seats: "عدد المقاعد",
    package_ids: "الباقات",
    description: "الوصف",
    status: "الحالة",
  },
} as const satisfies Entity;

const statuses = statesOf({
  active: ["نشطة", "good"],
  completed: ["مكتملة", "gold"],
  cancelled: ["ملغية", "bad"],
});
export const { names: campaignStatuses, labels: campaignStatusLabels, tones: campaignStatusTones } = statuses;
export type CampaignStatus = keyof typeof statuses.labels;

