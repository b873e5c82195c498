import { descriptionField } from "~/domain/common-fields";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import type { ShownCurrency } from "~/domain/money";
import { statesOf } from "~/domain/states";
import type { Status } from "~/domain/status";
import { type FeeLine, feeLinesLabel } from "~/features/fees/fee-lines";
import type { Cell } from "~/features/services/packages/grid";
import { type PackageType, packageTypeLabels } from "~/features/services/packages/package";

export const campaignStates = statesOf({
  active: ["نشطة", "good"],
  completed: ["مكتملة", "gold"],
  cancelled: ["ملغية", "bad"],
});
export type CampaignStatus = keyof typeof campaignStates.labels;

/** A campaign (حملة) as calls show it (spec §3). */
export type Campaign = RowOf<(typeof campaign)["fields"]> & {
  /** The number of its contracts that are not cancelled, without those of infants. */
  booked_seats: number;
  /** Those that holds keep now. */
  held_seats: number;
  available_seats: number;
  /** The packages attached to it. A contract takes one of the active ones. */
  packages: AttachedPackage[];
  /** The fee of a cancelling before the departure; without any the office's lines count. */
  fee_lines: FeeLine[];
};

export type AttachedPackage = {
  id: number;
  name: string;
  type: PackageType;
  /** In the package's currency. */
  total_price: number;
  /** By room and age, where it has such prices. */
  prices?: Cell[];
  currency_id: number;
  currency: ShownCurrency & { id: number };
  status: Status;
};

const requirement = { kind: "flag", words: { true: "نعم", false: "لا" }, hasDefault: true } as const;

export const campaign = withLabels(
  {
    table: "campaigns",
    path: "/campaigns",
    write: "manage_campaigns",
    read: ["manage_contracts", "manage_trips"],
    fields: {
      name: { label: "اسم الحملة", kind: "text", max: 150, sheet: { width: 32 } },
      type: { label: "النوع", kind: "choice", choices: packageTypeLabels, sheet: { width: 8 } },
      start_date: { label: "تاريخ البداية", kind: "date" },
      end_date: { label: "تاريخ النهاية", kind: "date" },
      total_seats: { label: "عدد المقاعد", kind: "wholeNumber", min: 1, max: 100_000 },
      needs_passport_copy: {
        ...requirement,
        label: "صورة الجواز لازمة",
        sheet: { width: 12, after: "status" },
      },
      needs_vaccination: {
        ...requirement,
        label: "شهادة التطعيم لازمة",
        sheet: { width: 12, after: "needs_passport_copy" },
      },
      /** The usual terms of payment: what is paid at signing, and when the last instalment is due. */
      down_payment_percent: {
        label: "الدفعة المقدمة (%)",
        kind: "percent",
        wrong: "نسبة الدفعة المقدمة من 0 إلى 100، بخانتين عشريتين على الأكثر",
        optional: true,
        sheet: { width: 10, after: "needs_vaccination" },
      },
      payment_lead_days: {
        label: "اكتمال السداد قبل البداية (بالأيام)",
        kind: "wholeNumber",
        max: 365,
        optional: true,
        sheet: { width: 12, after: "down_payment_percent" },
      },
      /** One place is free for so many paying of one agent or family. */
      free_per: {
        label: "مقعد مجاني عن كل (دافعين)",
        kind: "wholeNumber",
        min: 1,
        max: 1000,
        optional: true,
        sheet: { width: 10, after: "payment_lead_days" },
      },
      package_ids: { label: "الباقات", kind: "references", to: "packages", sheet: { width: 40 } },
      description: { ...descriptionField, sheet: { width: 40, after: "status" } },
      /** A new campaign starts active; a status that is sent is ignored. */
      status: { label: "الحالة", kind: "choice", choices: campaignStates.labels, computed: true },
    },
  },
  { move: "المجموعات والإقامات", fee_lines: feeLinesLabel },
) satisfies Entity;
