import { statesOf } from "~/ui/states";
import type { Entity } from "~/domain/entity";
import type { Noun } from "~/ui/count-words";

const statuses = statesOf({
  active: ["نشطة", "good"],
  full: ["مكتملة", "gold"],
  departed: ["غادرت", "plain"],
});
export const { names: groupStatuses, labels: groupStatusLabels, tones: groupStatusTones } = statuses;
export type GroupStatus = keyof typeof statuses.labels;

/** What all groups come to (spec §3). */
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

/** A group of pilgrims (مجموعة), as the API shows one (spec §3). */
export type Group = {
  id: number;
  name: string;
  campaign_id: number;
  /** By name. */
  campaign: string;
  capacity: number;
  currentMembers: number;
  transportation_id: number | null;
  /** The bus, by its company's name. */
  busNumber: string | null;
  busCapacity: number | null;
  supervisor_id: number | null;
  /** By user name. */
  supervisor: string | null;
  supervisorPhone: string | null;
  departureDate: string | null;
  /** Full and departed by themselves (rulings §4). */
  status: GroupStatus;
  trip_id: number | null;
  created_at: string;
  updated_at: string;
};

export const group = {
  table: "groups",
  path: "/trips/groups",
  key: "groups",
  item: "group",
  write: "manage_trips",
  read: "any session", // the dashboard
  labels: {
    name: "اسم المجموعة",
    campaign_id: "الحملة",
    capacity: "السعة",
    transportation_id: "الحافلة",
    supervisor_id: "المشرف",
    supervisorPhone: "هاتف المشرف",
    departureDate: "تاريخ المغادرة",
    status: "الحالة",
  },
  required: "الرجاء تعبئة جميع الحقول المطلوبة",
} as const satisfies Entity;

/** Whether the group may take more members than its bus has seats: an office may send a second one, so it is only told. */
export const isOverBus = ({ capacity, busCapacity }: Group) => busCapacity !== null && capacity > busCapacity;

export const seatCount: Noun = {
  one: "مقعد واحد",
  two: "مقعدان",
  few: "مقاعد",
  many: "مقعدًا",
  other: "مقعد",
};
