import type { Db } from "~/db/knex.server";
import { byRoomNumber } from "~/features/journey/beds.server";
import { type LodgingKey, lodgingOf } from "~/features/journey/lodgings.server";
import type { Room } from "./room";

const columns = [
  "id",
  "group_id",
  "name",
  "kind",
  "beds",
  "occupants",
  "layout",
  "hotel_id",
  "visit",
  "created_at",
  "updated_at",
];

/** Rooms with who has a bed in them. */
export const roomRows = (db: Db) =>
  db("rooms").select(...columns, {
    member_ids: db.raw(
      "ARRAY(SELECT customer_id FROM room_members WHERE room_id = rooms.id ORDER BY customer_id)",
    ),
  });

/** The rooms of a place, or of a whole group, by their numbers: 2 before 10. */
export function roomsByName(db: Db, groupId: number, lodging?: LodgingKey): Promise<Room[]> {
  const ofGroup = roomRows(db).where({ group_id: groupId });
  if (lodging) ofGroup.where({ lodging: lodgingOf(lodging) });
  return ofGroup.orderByRaw(byRoomNumber);
}
