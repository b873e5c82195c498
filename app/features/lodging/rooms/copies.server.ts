import { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import { conflicting, invalid } from "~/domain/domain-error";
import { id, wholeNumber } from "~/domain/input.server";
import { lodgingOf, type Place, placesOf } from "~/features/journey/lodgings.server";
import { lockLodgers } from "~/features/journey/strangers.server";
import type { Room } from "../room";
import { lodgersOf, moveTo } from "../room-members.server";
import { roomsByName } from "../room-rows.server";

const visit = () => wholeNumber({ min: 1, max: 100 });

export const copySchema = z.object({
  from_hotel_id: id(),
  from_visit: visit(),
  hotel_id: id(),
  visit: visit(),
});

/** What was copied or moved: rooms, the rooms that were not, and who has no bed there. */
export type Copy = { copied: number; left: string[]; bedless: string[] };

/**
 * Copies the rooms of one place of a locked group to another one, each with those who are expected there and have no bed yet. A room
 * whose number is taken there is left.
 * @throws DomainError invalid
 */
export async function copyRooms(trx: Transaction, groupId: number, from: Place, to: Place): Promise<Copy> {
  if (lodgingOf(from) === lodgingOf(to)) throw invalid("hotel_id", "اختر فندقًا غير الذي تنسخ منه");
  const taken = new Set((await roomsByName(trx, groupId, to)).map(({ name }) => name));
  const rooms = await roomsByName(trx, groupId, from);
  const copies = rooms.filter(({ name }) => !taken.has(name));
  const { hotel_id, visit } = to;
  const rows: { id: number; name: string }[] = copies.length
    ? await trx("rooms")
        .insert(
          copies.map(({ group_id, name, kind, beds, layout }) => {
            return { group_id, name, kind, beds, layout, hotel_id, visit };
          }),
        )
        .returning(["id", "name"])
    : [];
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  const people = new Map((await lodgersOf(trx, groupId, to)).map((one) => [one.id, one]));
  const guests = copies.flatMap(({ name, member_ids }) =>
    member_ids.map((id) => ({ id, room_id: ids.get(name) ?? null, person: people.get(id) })),
  );
  const moves = guests.filter(({ person }) => person?.is_expected && !person.room_id);
  await moveTo(trx, groupId, to, moves);
  return {
    copied: copies.length,
    left: rooms.filter((room) => !copies.includes(room)).map(({ name }) => name),
    bedless: guests.flatMap(({ person }) => (person && !person.is_expected ? [person.name] : [])),
  };
}

/** The same by call. @throws DomainError not_found, invalid */
export async function copyRoomsOf(trx: Transaction, groupId: number, input: z.output<typeof copySchema>) {
  await lockLodgers(trx, groupId);
  const places = await placesOf(trx, groupId);
  const from = { hotel_id: input.from_hotel_id, visit: input.from_visit };
  const [one, other] = [placeAt(places, "from_hotel_id", from), placeAt(places, "hotel_id", input)];
  return copyRooms(trx, groupId, one, other);
}

/** The place of this hotel and visit. @throws DomainError invalid, at the field */
function placeAt(places: Place[], field: string, key: { hotel_id: number; visit: number }) {
  const place = places.find((one) => lodgingOf(one) === lodgingOf(key));
  if (!place) throw invalid(field, "الفندق ليس من إقامات المجموعة");
  return place;
}

/** The rooms of a group that are in none of its places. */
export async function roomsApart(db: Db, groupId: number, places: Place[]): Promise<Room[]> {
  const lodgings = new Set(places.map(lodgingOf));
  return (await roomsByName(db, groupId)).filter((room) => !lodgings.has(lodgingOf(room)));
}

/** The place that a form names as `lodgingOf` does. @throws DomainError conflict where it is no more */
export function placeOfForm(places: Place[], lodging: unknown): Place {
  const place = places.find((one) => lodgingOf(one) === lodging);
  if (!place) throw conflicting("lodging", "تغيرت إقامات المجموعة بعد أن فتحت الصفحة: افتحها من جديد");
  return place;
}

/**
 * Moves the rooms of a locked group that are in none of its places into one, with who is in them. A room whose number is taken there,
 * or of which someone has a bed there, is left.
 */
export async function moveApart(
  trx: Transaction,
  groupId: number,
  places: Place[],
  to: Place,
): Promise<Copy> {
  const present = await roomsByName(trx, groupId, to);
  const names = new Set(present.map(({ name }) => name));
  const housed = new Set(present.flatMap(({ member_ids }) => member_ids));
  const left: string[] = [];
  let copied = 0;
  for (const { id, name, member_ids } of await roomsApart(trx, groupId, places)) {
    if (names.has(name) || member_ids.some((one) => housed.has(one))) {
      left.push(name);
      continue;
    }
    await trx("rooms").where({ id }).update({ hotel_id: to.hotel_id, visit: to.visit });
    names.add(name);
    for (const one of member_ids) housed.add(one);
    copied++;
  }
  return { copied, left, bedless: [] };
}
