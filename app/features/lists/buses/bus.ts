import type { Traveller } from "~/domain/travellers";
import { type Group, group, takenSeatsOf } from "~/features/groups/group";
import { englishColumns, type ListColumn, type ListMember, memberColumns } from "~/features/travellers/list";

export const busesPath = (groupId: number | string) => `${group.path}/${groupId}/buses`;

/** A group's buses: of the chosen kind, as many as its members with a seat need; without a kind, one bus of its capacity. */
export type Fleet = { buses: number; seats: number };

/** A member of the group in the form of seats. */
export type Rider = {
  /** The customer's id. */
  id: number;
  name: string;
  name_latin: string | null;
  phone: string;
  gender: string | null;
  family: string | null;
  /** The family's folded name, by which its members are found. */
  kin: string | null;
  bus: number | null;
  seat: number | null;
};

/** @param lastBus the last bus in which a seat is taken */
export function fleetOf({ busCapacity, capacity, ...members }: Group, lastBus: number): Fleet {
  const seats = busCapacity ?? capacity;
  return { seats, buses: Math.max(1, Math.ceil(takenSeatsOf(members) / seats), lastBus) };
}

/** Whether a seat's number exceeds the seats of the present bus. */
export const isBeyond = ({ seat }: Pick<Rider, "seat">, { seats }: Fleet) => seat !== null && seat > seats;

/** A line of the bus list. `seat` is null if the bus has no seat of that number. */
export type ListRider = ListMember & {
  company: string | null;
  bus: number | null;
  seat: number | null;
  traveller: Traveller | null;
};

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

/** The same for drivers who read no Arabic. */
export const englishBusColumns: readonly ListColumn<ListRider>[] = [
  englishColumns.group_name,
  { key: "company", label: "Company", width: 24, sheetOnly: true },
  { key: "bus", label: "Bus", kind: "number", width: 8, sheetOnly: true },
  { key: "seat", label: "Seat", kind: "number", width: 8 },
  englishColumns.name_latin,
  englishColumns.gender,
  englishColumns.passport_number,
  englishColumns.phone,
];
