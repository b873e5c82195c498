import { z } from "zod";
import { db, type Transaction } from "~/db/knex.server";
import { lockRow } from "~/db/rows.server";
import { type Store, tableStore } from "~/db/store.server";
import { conflicting, DomainError, invalid } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { ids } from "~/domain/lists.server";
import { quote } from "~/domain/nouns";
import type { GroupRow } from "~/features/groups/groups.server";
import { lodgingOf, placesOf } from "~/features/journey/lodgings.server";
import { lockLodgers, otherSex } from "~/features/journey/strangers.server";
import { type Room, roomsOf } from "./room";
import { saveRooming } from "./room-members.server";
import { roomRows } from "./room-rows.server";

/** group_id comes from the address and not from the sender, so that an idempotency key is for one group only. */
const schemaIn = (groupId: number) =>
  schemaOf(roomsOf(groupId).fields).extend({
    group_id: z.preprocess(() => groupId, z.number()),
    member_ids: ids().optional(),
  });

type Schema = ReturnType<typeof schemaIn>;
type Change = Partial<z.output<Schema>>;

/**
 * The rooms of a group. Changes of rooms and their members lock the group's row, as changes of the group's members do.
 * Deleting a room first removes its members, so that the audit log can still name the room.
 */
export function rooms(groupId: number): Store<Room, Schema> {
  const table = tableStore<Room, Schema>({
    table: "rooms",
    schema: schemaIn(groupId),
    rows: (db) => roomRows(db).where({ group_id: groupId }),
    matching: () => db("rooms").where({ group_id: groupId }).select("id"),
    async check(trx, { member_ids, ...input }, present) {
      if (present) await checkOccupants(trx, present, input);
      await checkLodging(trx, groupId, input, present);
      return input;
    },
  });
  return {
    ...table,
    async create(trx, input, by) {
      await lockLodgers(trx, groupId);
      const room = await table.create(trx, input, by);
      await houseIn(trx, room, input);
      return table.find(trx, room.id);
    },
    async update(trx, id, change, by) {
      await lockLodgers(trx, groupId);
      const present = await table.find(trx, id);
      const { member_ids } = change;
      if (member_ids)
        await trx("room_members")
          .where({ room_id: id })
          .whereIn(
            "customer_id",
            present.member_ids.filter((one) => !member_ids.includes(one)),
          )
          .delete();
      await houseIn(trx, await table.update(trx, id, change, by), change);
      return table.find(trx, id);
    },
    async remove(trx, id, by) {
      await lockRow<GroupRow>(trx, "groups", groupId);
      await table.find(trx, id);
      await trx("room_members").where({ room_id: id }).delete();
      await table.remove(trx, id, by);
    },
  };
}

/** Gives members beds in a room; who has one in the same lodging leaves it. @throws DomainError conflict, at `member_ids` */
async function houseIn(trx: Transaction, room: Room, { member_ids = [] }: Change) {
  const sent = member_ids.map((id) => ({ id, room: room.id, was: undefined }));
  try {
    await saveRooming(trx, room.group_id, room, sent, () => {});
  } catch (thrown) {
    if (thrown instanceof DomainError && thrown.code === "conflict")
      throw conflicting("member_ids", Object.values(thrown.fields ?? {})[0] ?? thrown.message);
    throw thrown;
  }
}

/** @throws DomainError conflict if an occupant would lose the bed, or the room would get the other sex */
async function checkOccupants(
  trx: Transaction,
  { id, occupants, ...present }: Room,
  { beds = present.beds, kind = present.kind }: Change,
) {
  if (beds < occupants) throw conflicting("beds", `عدد الأسرة لا يقل عن عدد من في الغرفة: ${occupants}`);
  const strangers: string[] = await trx("room_members")
    .join("customers", "customers.id", "customer_id")
    .where({ room_id: id, gender: otherSex[kind] })
    .orderBy("customers.id")
    .limit(3)
    .pluck("name");
  if (strangers.length) throw conflicting("kind", `في الغرفة ${strangers.map(quote).join("، ")}`);
}

/**
 * A room is in a lodging of its group; it stays where it is, also where that is none any more, unless it is moved.
 * @throws DomainError invalid; conflict if someone in the room has a bed there already
 */
async function checkLodging(trx: Transaction, groupId: number, input: Change, present: Room | undefined) {
  const { hotel_id = null, visit = null } = { ...present, ...definedOf(input) };
  if (present && lodgingOf({ hotel_id, visit }) === lodgingOf(present)) return;
  const places = await placesOf(trx, groupId);
  if (!places.some((place) => lodgingOf(place) === lodgingOf({ hotel_id, visit }))) {
    if (!places[0].lodging) throw invalid("hotel_id", "لا إقامات لأعضاء المجموعة، فلا فندق لغرفها");
    if (!hotel_id) throw invalid("hotel_id", "اختر الفندق الذي فيه الغرفة");
    const isHotel = places.some((place) => place.hotel_id === hotel_id);
    throw isHotel
      ? invalid("visit", "ليس للمجموعة نزول بهذا الرقم في الفندق")
      : invalid("hotel_id", "الفندق ليس من إقامات المجموعة");
  }
  if (!present) return;
  const housed: string[] = await trx("room_members as here")
    .join("room_members as there", {
      "there.group_id": "here.group_id",
      "there.customer_id": "here.customer_id",
    })
    .join("customers", "customers.id", "here.customer_id")
    .where({ "here.room_id": present.id, "there.lodging": lodgingOf({ hotel_id, visit }) })
    .orderBy("customers.id")
    .limit(3)
    .pluck("customers.name");
  if (housed.length) throw conflicting("hotel_id", `له سرير في هذا الفندق: ${housed.map(quote).join("، ")}`);
}

const definedOf = ({ hotel_id, visit }: Change) => ({
  ...(hotel_id !== undefined && { hotel_id }),
  ...(visit !== undefined && { visit }),
});
