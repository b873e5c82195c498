import { type Group, group } from "../groups/group";
import { type ListColumn, type ListMember, memberColumns } from "../lists/list";

export const busesPath = (groupId: number | string) => `${group.path}/${groupId}/buses`;

/** A group's buses: of the kind that it has, as many as its members need; without one, a bus of its capacity. */
export type Fleet = { buses: number; seats: number };

/** A member of the group, as the form that seats them shows one. */
export type Rider = {
  /** The customer's. */
  id: number;
  name: string;
  phone: string;
  family: string | null;
  /** The family as search folds it: by it, those who share one are found. */
  kin: string | null;
  bus: number | null;
  seat: number | null;
};

/** @param lastBus the last one in which somebody has a seat */
export function fleetOf({ busCapacity, capacity, currentMembers }: Group, lastBus: number): Fleet {
  const seats = busCapacity ?? capacity;
  return { seats, buses: Math.max(1, Math.ceil(currentMembers / seats), lastBus) };
}

/** Whether a seat was given in a bus that had more of them. */
export const isBeyond = ({ seat }: Pick<Rider, "seat">, { seats }: Fleet) => seat !== null && seat > seats;

/** A line of the bus list. `seat` is null where the bus has no seat of that number. */
export type ListRider = ListMember & { company: string | null; bus: number | null; seat: number | null };

const { name, name_latin, group_name, passport_number, gender, phone } = memberColumns;

export const busColumns: readonly ListColumn<ListRider>[] = [
  group_name,
  { key: "company", label: "شركة النقل", width: 24, sheetOnly: true },
  { key: "bus", label: "الحافلة", kind: "number", width: 8, sheetOnly: true },
  { key: "seat", label: "المقعد", kind: "number", width: 8 },
  name,
  name_latin,
  gender,
  passport_number,
  phone,
];
