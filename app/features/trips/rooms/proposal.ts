import { familiesOf } from "../lists/families";
import type { RoomKind } from "./room";

/** Someone without a room, with the beds of the kind of room that their package has. */
export type Guest = { id: number; gender: string | null; family: string | null; beds: number };

/** A room with those who are in it; one that is still to be added has no id. */
export type Filling = {
  id?: number;
  kind: RoomKind;
  beds: number;
  guests: Pick<Guest, "id" | "family">[];
};

const kindFor: Record<string, RoomKind> = { ذكر: "men", أنثى: "women" };

const isFree = ({ beds, guests }: Filling, seats = 1) => beds - guests.length >= seats;

/**
 * Puts guests into rooms of their packages' kind, adding rooms as needed. A family of both sexes that fits into one room has
 * it for itself; otherwise men are with men and women with women, a family's beside each other. Whose sex is not known is left.
 * @param rooms as they are; those who get a bed are added to them
 * @returns the rooms, with those added, and who was left
 */
export function propose(guests: Guest[], rooms: Filling[]) {
  const filled = [...rooms];
  const left = guests.filter(({ gender }) => !kindFor[gender ?? ""]);
  const known = guests.filter((guest) => !left.includes(guest) && !joinsFamily(guest, filled));
  const alone: Guest[][] = [];
  for (const family of familiesOf(known)) {
    const beds = Math.max(...family.map(({ beds }) => beds));
    if (new Set(family.map(({ gender }) => gender)).size === 1 || family.length > beds)
      alone.push(...bySex(family));
    else roomFor(filled, "family", beds, beds).guests.push(...family);
  }
  // The larger parts first, while there are rooms with as many free beds.
  for (const part of alone.toSorted((one, other) => other.length - one.length)) {
    const [{ gender, beds }] = part as [Guest];
    for (let start = 0; start < part.length; start += beds) {
      const together = part.slice(start, start + beds);
      roomFor(filled, kindFor[gender ?? ""] as RoomKind, beds, together.length).guests.push(...together);
    }
  }
  return { rooms: filled, left };
}

/** Puts a guest beside their family, where those have a room with a free bed that takes them. */
function joinsFamily(guest: Guest, rooms: Filling[]) {
  const room = rooms.find(
    (room) =>
      guest.family !== null &&
      isFree(room) &&
      room.guests.some(({ family }) => family === guest.family) &&
      (room.kind === "family"
        ? room.guests.every(({ family }) => family === guest.family)
        : room.kind === kindFor[guest.gender ?? ""]),
  );
  room?.guests.push(guest);
  return room !== undefined;
}

/** A family room is for one family: it is taken empty. */
function roomFor(rooms: Filling[], kind: RoomKind, beds: number, seats: number) {
  const found = rooms.find((room) => room.kind === kind && room.beds === beds && isFree(room, seats));
  if (found) return found;
  const added: Filling = { kind, beds, guests: [] };
  rooms.push(added);
  return added;
}

/** Of one sex and one kind of room. */
function bySex(guests: Guest[]) {
  const parts = new Map<string, Guest[]>();
  for (const guest of guests) {
    const key = `${guest.gender} ${guest.beds}`;
    parts.set(key, [...(parts.get(key) ?? []), guest]);
  }
  return [...parts.values()];
}
