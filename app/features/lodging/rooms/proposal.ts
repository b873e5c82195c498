import type { RoomKind } from "~/features/journey/strangers.server";
import { familiesOf } from "~/features/travellers/families";

/** A member without a room, with the beds of the rooms in their package. */
type Guest = { id: number; gender: string | null; kin: string | null; beds: number };

/** A room with its guests. A room that is still to be added has no id. */
export type RoomPlan = {
  id?: number;
  kind: RoomKind;
  beds: number;
  guests: Pick<Guest, "id" | "kin">[];
};

const kindFor: Record<string, RoomKind> = { ذكر: "men", أنثى: "women" };

const isFree = ({ beds, guests }: RoomPlan, seats = 1) => beds - guests.length >= seats;

/**
 * Puts guests into rooms of their packages' kind, adding rooms as needed. A family of both sexes that fits into one room has
 * it alone. Otherwise men are with men and women with women, a family's members side by side. Strangers join a family that is too
 * large for a room only if no other room takes them. Guests without a known sex are left out.
 * @param rooms the present rooms; guests are added to them
 * @returns the rooms with the added ones, the guests who were left out, and the families that are too large for a room
 */
export function propose(guests: Guest[], rooms: RoomPlan[]) {
  const plan = [...rooms];
  const left = guests.filter(({ gender }) => !kindFor[gender ?? ""]);
  const members = guests.filter((guest) => !left.includes(guest) && !joinsFamily(guest, plan));
  const alone: Guest[][] = [];
  const large = new Set<string>();
  for (const family of familiesOf(members)) {
    const beds = Math.max(...family.map(({ beds }) => beds));
    const [{ kin }] = family as [Guest];
    const isTooLarge = family.length > beds;
    const spacious = isTooLarge && plan.find((room) => isEmptyFor(family, room));
    if (spacious) {
      spacious.guests.push(...family);
      continue;
    }
    if (kin !== null && family.length + housed(kin, rooms) > beds) large.add(kin);
    if (isTooLarge || new Set(family.map(({ gender }) => gender)).size === 1) alone.push(...bySex(family));
    else roomFor(plan, "family", beds, beds, large).guests.push(...family);
  }
  // The larger parts come first, while rooms have enough free beds.
  for (const part of alone.toSorted((one, other) => other.length - one.length)) {
    const [{ gender, beds }] = part as [Guest];
    for (let start = 0; start < part.length; start += beds) {
      const together = part.slice(start, start + beds);
      const kind = kindFor[gender ?? ""] as RoomKind;
      roomFor(plan, kind, beds, together.length, large).guests.push(...together);
    }
  }
  return { rooms: plan, left, large };
}

/** Whether it is an empty family room that the clerk added for a family larger than its package's room. */
const isEmptyFor = (family: Guest[], { kind, beds, guests }: RoomPlan) =>
  kind === "family" && !guests.length && beds >= family.length;

/** The number of a family's members with beds. */
const housed = (kin: string, rooms: RoomPlan[]) =>
  rooms.reduce((sum, { guests }) => sum + guests.filter((guest) => guest.kin === kin).length, 0);

/** Puts a guest beside their family, if it has a room with a free bed that takes the guest. */
function joinsFamily(guest: Guest, rooms: RoomPlan[]) {
  const room = rooms.find(
    (room) =>
      guest.kin !== null &&
      isFree(room) &&
      room.guests.some(({ kin }) => kin === guest.kin) &&
      (room.kind === "family"
        ? room.guests.every(({ kin }) => kin === guest.kin)
        : room.kind === kindFor[guest.gender ?? ""]),
  );
  room?.guests.push(guest);
  return room !== undefined;
}

/**
 * The room for a part of a family. A family room is for one family, so it must be empty. Rooms without members of a large family
 * come first.
 */
function roomFor(rooms: RoomPlan[], kind: RoomKind, beds: number, seats: number, large: Set<string>) {
  const free = rooms.filter((room) => room.kind === kind && room.beds === beds && isFree(room, seats));
  const place = free.find(({ guests }) => !guests.some(({ kin }) => large.has(kin ?? ""))) ?? free[0];
  if (place) return place;
  const room: RoomPlan = { kind, beds, guests: [] };
  rooms.push(room);
  return room;
}

/** Guests by sex, with the kind of room. */
function bySex(guests: Guest[]) {
  const parts = new Map<string, Guest[]>();
  for (const guest of guests) {
    const key = `${guest.gender} ${guest.beds}`;
    parts.set(key, [...(parts.get(key) ?? []), guest]);
  }
  return [...parts.values()];
}
