import type { Db } from "~/db/knex.server";
import { groupBy } from "~/domain/group-by";
import { type LodgingKey, lodgingOf, placesIn } from "./lodgings.server";
import { type DatedStay, staysOfGroups } from "./stay-dates.server";
import type { RoomKind } from "./strangers.server";

/* The rooms of people in the lodgings of their groups. */

type Member = { customer_id: number; group_id: number };

/** A place where someone sleeps, with the room if there is one; without a hotel in a group without stays. */
export type Bed = LodgingKey &
  Pick<DatedStay, "check_in" | "check_out"> & {
    hotel: string | null;
    room: string | null;
    kind: RoomKind | null;
    /** He takes no bed there, with the contract of an infant or of a child without bed. */
    is_bedless?: true;
  };

type RoomOfMember = Member & { lodging: string; name: string; kind: RoomKind; beds: number };

/** The order of rooms by their numbers in SQL: 2 before 10. */
export const byRoomNumber = "length(substring(rooms.name FROM '^[0-9]*')) NULLS LAST, rooms.name, rooms.id";

const keyOf = ({ group_id, customer_id }: Member) => `${group_id} ${customer_id}`;

/** The rooms of members, by member and lodging, each with its place in the order of rooms. */
export async function roomsOfMembers(db: Db, people: Member[]) {
  const rows: RoomOfMember[] = await db("room_members")
    .join("rooms", "rooms.id", "room_id")
    .whereRaw("room_members.group_id = ANY(?) AND customer_id = ANY(?)", idsOf(people))
    .orderByRaw(byRoomNumber)
    .select("room_members.group_id", "customer_id", "room_members.lodging", "rooms.name", "kind", "beds");
  const rooms = new Map(rows.map((room, place) => [`${keyOf(room)} ${room.lodging}`, { ...room, place }]));
  return (member: Member, lodging: LodgingKey) => rooms.get(`${keyOf(member)} ${lodgingOf(lodging)}`);
}

/** The places in which each of these members is expected, or has a bed, in the order in which the group sleeps there. */
export async function bedsOf(db: Db, people: Member[]): Promise<(member: Member) => Bed[]> {
  const [groupIds, customerIds] = idsOf(people);
  const signed: (Member & { package_id: number })[] = await db("packages_of_members")
    .whereRaw("group_id = ANY(?) AND customer_id = ANY(?)", [groupIds, customerIds])
    .select("group_id", "customer_id", "package_id");
  const packages = groupBy(signed, keyOf);
  const bedless: Member[] = await db("group_members")
    .whereRaw("group_id = ANY(?) AND customer_id = ANY(?) AND NOT takes_bed(traveller)", [
      groupIds,
      customerIds,
    ])
    .select("group_id", "customer_id");
  const withoutBed = new Set(bedless.map(keyOf));
  const roomOf = await roomsOfMembers(db, people);
  const stays = await staysOfGroups(db, groupIds);
  const places = new Map(groupIds.map((id) => [id, placesIn(stays.get(id) ?? [])]));
  return (member) => {
    const bedlessness = withoutBed.has(keyOf(member)) && ({ is_bedless: true } as const);
    const own = new Set(packages.get(keyOf(member))?.map(({ package_id }) => package_id));
    return (places.get(member.group_id) ?? []).flatMap(({ hotel_id, visit, lodging }) => {
      const room = roomOf(member, { hotel_id, visit });
      const stay = lodging?.stays.find(({ package_id }) => own.has(package_id));
      if (!room && !stay) return [];
      const { check_in = null, check_out = null } = stay ?? lodging ?? {};
      const { name = null, kind = null } = room ?? {};
      return [
        {
          hotel_id,
          visit,
          check_in,
          check_out,
          hotel: lodging?.hotel ?? null,
          room: name,
          kind,
          ...bedlessness,
        },
      ];
    });
  };
}

const idsOf = (people: Member[]): [groupIds: number[], customerIds: number[]] => [
  [...new Set(people.map(({ group_id }) => group_id))],
  [...new Set(people.map(({ customer_id }) => customer_id))],
];
