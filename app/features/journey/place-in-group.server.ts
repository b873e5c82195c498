import type { Db } from "~/db/knex.server";

/** A customer's place in a group: its bed, its seat, and a visa that is not decided against. */
export type PlaceInGroup = {
  id: number;
  name: string;
  /** By their names. */
  rooms: string[];
  bus: number | null;
  seat: number | null;
  visa: { id: number; status: "pending" | "approved" } | null;
};

type Of = { id: number; customer_id: number; campaign_id: number };

/**
 * The place that a contract's customer would lose with it: in the campaign's group, if its departure has not settled who travels.
 * @param isCancelling the contract stays, cancelled: then only another one that stands keeps the place; otherwise any other one does
 */
export async function placeOfContract(
  db: Db,
  { id, customer_id, campaign_id }: Of,
  { isCancelling }: { isCancelling: boolean },
): Promise<PlaceInGroup | undefined> {
  const others = db("contracts").where({ customer_id, campaign_id }).whereNot({ id });
  if (isCancelling) others.whereRaw("stands(status)");
  return db("group_members")
    .join("groups", "groups.id", "group_members.group_id")
    .leftJoin("bus_seats", (on) =>
      on
        .on("bus_seats.group_id", "group_members.group_id")
        .andOn("bus_seats.customer_id", "group_members.customer_id"),
    )
    .where({ "group_members.customer_id": customer_id, "group_members.campaign_id": campaign_id })
    .whereRaw("coalesce(settled_of(groups.id) > office_day(now()), true)")
    .whereNotExists(others)
    .first("groups.id", "groups.name", "bus", "seat", {
      rooms: db.raw(
        `ARRAY(SELECT rooms.name FROM room_members JOIN rooms ON rooms.id = room_id
          WHERE room_members.group_id = groups.id AND customer_id = ? ORDER BY rooms.id)`,
        customer_id,
      ),
      visa: db.raw(
        `(SELECT json_build_object('id', id, 'status', status) FROM visas
          WHERE customer_id = ? AND (group_id = groups.id OR group_id IS NULL) AND status IN ('pending', 'approved')
          ORDER BY id DESC LIMIT 1)`,
        customer_id,
      ),
    });
}
