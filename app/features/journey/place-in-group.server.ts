import type { Db } from "~/db/knex.server";
import { roomInHotel } from "./lodgings.server";
import { isUnsettled, onOwnContracts, onOwnSeat } from "./membership.server";

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

/**
 * Contracts with which their customers lose their places in the campaign's groups, unless a departure has settled who travels.
 * @param isCancelling a contract stays, cancelled: then only another one that stands keeps the place; otherwise any other one does
 */
function losingTheirPlaces(db: Db, { isCancelling }: { isCancelling: boolean }) {
  const others = db("contracts AS others").whereRaw(
    "others.customer_id = contracts.customer_id AND others.campaign_id = contracts.campaign_id AND others.id <> contracts.id",
  );
  if (isCancelling) others.whereRaw("stands(others.status)");
  return db("contracts")
    .join("group_members", onOwnContracts)
    .join("groups", "groups.id", "group_members.group_id")
    .whereRaw(isUnsettled)
    .whereNotExists(others);
}

/** The group of a contract's customer that has departed, and the day that settled it: there he travelled whatever becomes of the contract. */
export const departedWith = (
  db: Db,
  { id }: { id: number },
): Promise<{ id: number; name: string; day: string } | undefined> =>
  db("contracts")
    .join("group_members", onOwnContracts)
    .join("groups", "groups.id", "group_members.group_id")
    .where({ "contracts.id": id, travels: true })
    .whereRaw(`NOT ${isUnsettled}`)
    .first("groups.id", "groups.name", { day: db.raw("settled_of(groups.id)") });

/** The place that a contract's customer loses when it is cancelled or deleted. */
export const placeOfContract = (
  db: Db,
  { id }: { id: number },
  deed: { isCancelling: boolean },
): Promise<PlaceInGroup | undefined> =>
  losingTheirPlaces(db, deed)
    .leftJoin("bus_seats", onOwnSeat)
    .where({ "contracts.id": id })
    .first("groups.id", "groups.name", "bus", "seat", {
      rooms: db.raw(
        `ARRAY(SELECT ${roomInHotel} FROM room_members JOIN rooms ON rooms.id = room_id
          WHERE room_members.group_id = groups.id AND room_members.customer_id = contracts.customer_id ORDER BY rooms.id)`,
      ),
      visa: db.raw(
        `(SELECT json_build_object('id', id, 'status', status) FROM visas
          WHERE visas.customer_id = contracts.customer_id AND (group_id = groups.id OR group_id IS NULL)
            AND visas.status IN ('pending', 'approved')
          ORDER BY id DESC LIMIT 1)`,
      ),
    });

/** By contract: the name of the group that its customer leaves when it is deleted. */
export async function groupsLeft(db: Db, ids: number[]) {
  const rows: { id: number; name: string }[] = await losingTheirPlaces(db, { isCancelling: false })
    .whereIn("contracts.id", ids)
    .select("contracts.id", "groups.name");
  return new Map(rows.map(({ id, name }) => [id, name]));
}
