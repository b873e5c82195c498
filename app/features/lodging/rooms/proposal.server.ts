import type { Transaction } from "~/db/knex.server";
import { type RoomName, sharing, takesBed } from "~/domain/travellers";
import type { Group } from "~/features/groups/group";
import type { Place } from "~/features/journey/lodgings.server";
import type { Lodger } from "../room";
import { lodgersOf, moveTo } from "../room-members.server";
import { roomsByName } from "../room-rows.server";
import { propose, type RoomPlan } from "./proposal";

/** The beds of a room if no contract of the group says otherwise (spec §9). */
const usualBeds = 4;

/**
 * Puts the members of a locked group who are expected in a place and have no room there into rooms, adding rooms as needed.
 * @returns the numbers of placed members and added rooms, the families that fit into no room, and the members without a known
 * sex, who were left out
 */
export async function proposeRooms(trx: Transaction, group: Pick<Group, "id" | "campaign_id">, place: Place) {
  const lodgers = await lodgersOf(trx, group.id, place);
  const beds = await bedsOf(trx, group);
  const present = await roomsByName(trx, group.id, place);
  const guests = lodgers
    .filter(({ room_id, is_expected, traveller }) => (room_id || is_expected) && takesBed(traveller))
    .map(({ id, gender, room_id, kin }) => {
      return { id, gender, room_id, kin, beds: beds.of.get(id) ?? beds.usual };
    });
  const before = present.map(({ id, kind, beds }): RoomPlan => {
    return { id, kind, beds, guests: guests.filter(({ room_id }) => room_id === id) };
  });
  const { rooms, left, large } = propose(
    guests.filter(({ room_id }) => !room_id),
    before,
  );
  const newRooms = rooms.filter(({ id }) => !id);
  const numbers = freeNumbers(new Set(present.map(({ name }) => name)), newRooms.length);
  const newRows: { id: number }[] = newRooms.length
    ? await trx("rooms")
        .insert(
          newRooms.map(({ kind, beds }, index) => {
            const { hotel_id, visit } = place;
            return { group_id: group.id, hotel_id, visit, name: numbers[index], kind, beds };
          }),
        )
        .returning("id")
    : [];
  for (const [index, room] of newRooms.entries()) room.id = newRows[index]?.id;
  const unplaced = new Set(guests.filter(({ room_id }) => !room_id).map(({ id }) => id));
  const moves = rooms.flatMap(({ id: room_id = null, guests }) =>
    guests.filter(({ id }) => unplaced.has(id)).map(({ id }) => ({ id, room_id })),
  );
  const withKin = besideKin(lodgers, moves);
  await moveTo(trx, group.id, place, [...moves, ...withKin]);
  const ofLeft = new Set(left.map(({ id }) => id));
  return {
    placed: moves.length + withKin.length,
    added: newRooms.length,
    large: [...large].flatMap((name) => lodgers.find(({ kin }) => kin === name)?.family ?? []),
    left: lodgers.filter(({ id }) => ofLeft.has(id)).map(({ name }) => name),
  };
}

/** Puts who takes no bed and has no room yet into that of his family. @param moves of the others */
function besideKin(lodgers: Lodger[], moves: { id: number; room_id: number | null }[]) {
  const rooms = new Map(moves.map(({ id, room_id }) => [id, room_id]));
  const roomOf = ({ id, room_id }: Lodger) => room_id ?? rooms.get(id) ?? null;
  const bedless = lodgers.filter(
    ({ room_id, is_expected, traveller }) => is_expected && !room_id && !takesBed(traveller),
  );
  return bedless.flatMap(({ id, kin }) => {
    const room_id =
      kin &&
      lodgers
        .filter((one) => one.kin === kin)
        .map(roomOf)
        .find(Boolean);
    return room_id ? [{ id, room_id }] : [];
  });
}

/** The beds of the room in each member's contract or package, and the most common number in the group. */
async function bedsOf(trx: Transaction, { id, campaign_id }: Pick<Group, "id" | "campaign_id">) {
  const signed: { customer_id: number; beds: number; room: RoomName | null }[] = await trx("contracts")
    .join("packages", "packages.id", "package_id")
    .where({ campaign_id })
    .whereRaw("stands(contracts.status)")
    .whereIn("customer_id", trx("group_members").where({ group_id: id, travels: true }).select("customer_id"))
    .orderBy("contracts.id")
    .select("customer_id", "room", { beds: "room_occupancy_basis" });
  const of = new Map(signed.map(({ customer_id, beds, room }) => [customer_id, room ? sharing[room] : beds]));
  const counts = new Map<number, number>();
  for (const beds of of.values()) counts.set(beds, (counts.get(beds) ?? 0) + 1);
  const [usual = usualBeds] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return { of, usual };
}

function freeNumbers(taken: Set<string>, count: number) {
  const numbers: string[] = [];
  for (let number = 1; numbers.length < count; number++)
    if (!taken.has(String(number))) numbers.push(String(number));
  return numbers;
}
