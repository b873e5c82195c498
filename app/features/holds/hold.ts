import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import type { Hit } from "~/domain/hit";
import { statesOf } from "~/domain/states";
import { campaignField } from "~/features/campaigns/campaign-field";

/** Whether its moment has come: nobody ends a hold or a line of the waiting list, the clock does. */
export const holdStates = statesOf({ current: ["قائم", "good"], ended: ["منتهٍ", "plain"] });
export type HoldState = keyof typeof holdStates.labels;

/** What a hold and a line of the waiting list have of their person and seats. */
export const seatFields = {
  name: { label: "الاسم", kind: "text", max: 150, sheet: { width: 28 } },
  seats: { label: "عدد المقاعد", kind: "wholeNumber", min: 1, max: 1000, sheet: { width: 8 } },
} as const;

/** A moment of a row as its screens need it: in the office's time zone, `2026-11-30T18:00`. */
type AtOffice = { until_local: string; status: HoldState };

/** Seats of a campaign that are kept for somebody until a moment, as calls show it. */
export type Hold = RowOf<(typeof hold)["fields"]> & AtOffice;

export const hold = withLabels(
  {
    table: "holds",
    path: "/holds",
    write: "manage_contracts",
    fields: {
      campaign_id: { ...campaignField, sheet: { width: 26 } },
      name: seatFields.name,
      phone: { label: "رقم الهاتف", kind: "phone", optional: true },
      /** Those that are still held: contracts that are signed with the hold take theirs off. */
      seats: seatFields.seats,
      until: { label: "محجوز حتى", kind: "moment" },
      note: { label: "ملاحظة", kind: "longText", max: 500, optional: true, sheet: { width: 30 } },
    },
    required: "الرجاء إدخال الحملة والاسم وعدد المقاعد والموعد",
  },
  { status: "الحالة" },
) satisfies Entity;

/** A moment in text, `2026-11-30 18:00`. */
export const untilText = (local: string) => local.replace("T", " ");

export const holdHit = (row: Hold): Hit => ({
  title: row.name,
  facts: [row.campaign.name, `${row.seats}`, untilText(row.until_local)],
  state: holdStates.labels[row.status],
  tone: holdStates.tones[row.status],
  href: `${hold.path}/${row.id}/edit`,
});
