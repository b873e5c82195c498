import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { lockRow } from "~/db/rows.server";
import { type Store, tableStore } from "~/db/store.server";
import { conflicting } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { quote } from "~/domain/nouns";
import type { GroupRow } from "~/features/groups/groups.server";
import { lockLodgers, otherSex } from "~/features/journey/strangers.server";
import { type Room, roomsOf } from "./room";

/** group_id comes from the address and not from the sender, so that an idempotency key is for one group only. */
const schemaIn = (groupId: number) =>
  schemaOf(roomsOf(groupId).fields).extend({ group_id: z.preprocess(() => groupId, z.number()) });

type Schema = ReturnType<typeof schemaIn>;

/**
 * The rooms of a group. Changes of rooms and their members lock the group's row, as changes of the group's members do.
 * Deleting a room first removes its members, so that the audit log can still name the room.
 */
export function rooms(groupId: number): Store<Room, Schema> {
  const rows = (db: Db) => db("rooms").select("rooms.*").where({ group_id: groupId });
  const lock = (trx: Transaction) => lockRow<GroupRow>(trx, "groups", groupId);
  const table = tableStore<Room, Schema>({
    table: "rooms",
    schema: schemaIn(groupId),
    rows,
    matching: () => db("rooms").where({ group_id: groupId }).select("id"),
    async check(trx, input, present) {
      if (present) await checkOccupants(trx, present, input);
      return input;
    },
  });
  return {
    ...table,
    async create(trx, input, by) {
      await lock(trx);
      return table.create(trx, input, by);
    },
    async update(trx, id, change, by) {
      await lockLodgers(trx, groupId);
      await table.find(trx, id);
      return table.update(trx, id, change, by);
    },
    async remove(trx, id, by) {
      await lock(trx);
      await table.find(trx, id);
      await trx("room_members").where({ room_id: id }).delete();
      await table.remove(trx, id, by);
    },
  };
}

/** @throws DomainError conflict if an occupant would lose the bed, or the room would get the other sex */
async function checkOccupants(
  trx: Transaction,
  { id, occupants, ...present }: Room,
  { beds = present.beds, kind = present.kind }: Partial<z.output<Schema>>,
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

/** The rooms of a group by their numbers: 2 before 10. */
export const roomsByName = (db: Db, groupId: number): Promise<Room[]> =>
  db("rooms").where({ group_id: groupId }).orderByRaw("length(substring(name FROM '^[0-9]*')), name, id");
