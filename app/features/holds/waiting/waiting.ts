import { countPhrase, seatCount } from "~/domain/count-words";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import type { Hit } from "~/domain/hit";
import { campaignField } from "~/features/campaigns/campaign-field";
import { type HoldState, holdStates, seatFields, untilText } from "../hold";

/** Somebody who waits for seats of a campaign, as calls show it. Who joined first has the smallest id. */
export type Waiting = RowOf<(typeof waiting)["fields"]> & {
  until_local: string | null;
  status: HoldState;
  /** Whether the campaign has as many free seats now. */
  fits: boolean;
};

export const waiting = withLabels(
  {
    table: "waiting_lines",
    key: "waiting",
    path: "/waiting-list",
    write: "manage_contracts",
    fields: {
      campaign_id: { ...campaignField, sheet: { width: 26 } },
      name: seatFields.name,
      phone: { label: "رقم الهاتف", kind: "phone" },
      seats: seatFields.seats,
      /** Null for who waits as long as the campaign is open. */
      until: { label: "ينتظر حتى", kind: "moment", optional: true },
      note: { label: "ملاحظة", kind: "longText", max: 500, optional: true, sheet: { width: 30 } },
    },
    required: "الرجاء إدخال الحملة والاسم والهاتف وعدد المقاعد",
  },
  { status: "الحالة" },
) satisfies Entity;

export const fitsLabel = "المقاعد الشاغرة";
export const fitsLabels = { true: "تكفيه المقاعد الشاغرة", false: "لا تكفيه" };

/** What is missing to somebody who waits; undefined where the free seats are enough. */
export function lackOf(seats: number, free: number) {
  if (seats <= free) return undefined;
  if (free <= 0) return "لا مقاعد متاحة";
  return `المتاح ${countPhrase(free, seatCount)}، وينقصه ${countPhrase(seats - free, seatCount)}`;
}

export const waitingHit = (row: Waiting): Hit => ({
  title: row.name,
  facts: [row.campaign.name, `${row.seats}`, row.until_local ? untilText(row.until_local) : ""],
  state: holdStates.labels[row.status],
  tone: holdStates.tones[row.status],
  href: `${waiting.path}/${row.id}/edit`,
});
