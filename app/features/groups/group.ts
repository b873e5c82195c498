import { nameFields } from "~/domain/common-fields";
import { countNoun, countPhrase } from "~/domain/count-words";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import type { Hit } from "~/domain/hit";
import { statesOf } from "~/domain/states";

export const groupStates = statesOf({
  active: ["نشطة", "good"],
  full: ["مكتملة", "gold"],
  departed: ["غادرت", "plain"],
});
export const { names: groupStatuses, labels: groupStatusLabels, tones: groupStatusTones } = groupStates;
export type GroupStatus = keyof typeof groupStates.labels;

/** The figures of all groups (spec §3). */
export type GroupStats = Record<
  | "totalGroups"
  | "totalCapacity"
  | "totalMembers"
  | "availableSeats"
  | "activeGroups"
  | "fullGroups"
  | "departedGroups",
  number
>;

/** A group of pilgrims (مجموعة) as calls show it (spec §3). */
export type Group = RowOf<(typeof group)["fields"]> & {
  /** The campaign's name. */
  campaign: string;
  currentMembers: number;
  /** How many of them travel as infants and take no seat; left out where there are none, as of calls of the spec. */
  infants?: number;
  /** The bus, by its company's name. */
  busNumber: string | null;
  busCapacity: number | null;
  /** The supervisor's user name. */
  supervisor: string | null;
  /** The supervisor in full, for screens and papers. */
  supervisorName: string | null;
  supervisorNameLatin: string | null;
  trip_id: number | null;
};

export const group = withLabels(
  {
    table: "groups",
    path: "/trips/groups",
    write: "manage_trips",
    read: "any session", // for the dashboard
    fields: {
      ...nameFields("اسم المجموعة"),
      campaign_id: { label: "الحملة", kind: "reference", to: "campaigns", sheet: { width: 26 } },
      capacity: { label: "السعة", kind: "wholeNumber", min: 1, max: 9999 },
      transportation_id: {
        label: "الحافلة",
        kind: "reference",
        to: "transportations",
        optional: true,
        sheet: { width: 26 },
      },
      supervisor_id: { label: "المشرف", kind: "reference", to: "users", optional: true },
      supervisorPhone: { label: "هاتف المشرف", kind: "phone", optional: true, stored: false },
      departureDate: { label: "تاريخ المغادرة", kind: "date", optional: true, stored: false },
      /** As the clerk types them, for the service voucher. */
      flights: { label: "الرحلات الجوية", kind: "longText", max: 500, optional: true, sheet: { width: 30 } },
      /** Full and departed by themselves (rulings §4). */
      status: {
        label: "الحالة",
        kind: "choice",
        choices: groupStatusLabels,
        hasDefault: true,
        stored: false,
      },
    },
    required: "الرجاء تعبئة جميع الحقول المطلوبة",
  },
  { departure_date: "تاريخ المغادرة", move: "الإقامات" },
) satisfies Entity;

/** What the members, families, rooms and stays of a group have in common: their screens begin with the list of groups. */
export const partOfGroup = <const Key extends string, const Item extends string>(key: Key, item: Item) =>
  ({ path: group.path, key, item, write: group.write }) as const;

/** Whether the group's capacity exceeds its bus's seats. It is only a warning, since an office may send a second bus. */
export const isOverBus = ({ capacity, busCapacity }: Group) => busCapacity !== null && capacity > busCapacity;

/** The seats of a group that are taken. In SQL it is `takenSeats` of `groups.server.ts`. */
export const takenSeatsOf = ({ currentMembers, infants = 0 }: Pick<Group, "currentMembers" | "infants">) =>
  currentMembers - infants;

/** «2 من 2 · ورضيع واحد»: the seats of a group that are taken, and who travels without one. */
export const placesText = ({
  capacity,
  ...members
}: Pick<Group, "capacity" | "currentMembers" | "infants">) =>
  `${written(takenSeatsOf(members))} من ${written(capacity)}${
    members.infants ? ` · و${countPhrase(members.infants, infantCount)}` : ""
  }`;

/** «3، منهم رضيع واحد» */
export const membersText = ({ currentMembers, infants }: Pick<Group, "currentMembers" | "infants">) =>
  `${written(currentMembers)}${infants ? `، منهم ${countPhrase(infants, infantCount)}` : ""}`;

const infantCount = countNoun("رضيع واحد", "رضيعان", "رضع", "رضيعًا", "رضيع");
const written = (count: number) => count.toLocaleString("en-US");

export const groupHit = ({ id, name, campaign, status, ...places }: Group): Hit => ({
  title: name,
  facts: [campaign, placesText(places)],
  state: groupStatusLabels[status],
  tone: groupStatusTones[status],
  href: `${group.path}/${id}/members`,
});
