import type { Db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import { type Bed, bedsOf } from "~/features/journey/beds.server";
import { departedGroup } from "~/features/journey/days.server";
import { onOwnSeat } from "~/features/journey/membership.server";
import type { Contract } from "./contract";

/** Where a contract's customer travels: their group of its campaign, or those that still have room. */
export type GroupOfContract = {
  group: { id: number; name: string; travels: boolean; seat: number | null; beds: Bed[] } | null;
  open: { id: number; name: string; free: number }[];
};

/** As many groups as are offered. */
const mostOffered = 5;

export async function groupOfContract(
  db: Db,
  { customer_id, campaign_id }: Pick<Contract, "customer_id" | "campaign_id">,
): Promise<GroupOfContract> {
  const group = await db("group_members")
    .join("groups", "groups.id", "group_members.group_id")
    .leftJoin("bus_seats", onOwnSeat)
    .where({ "group_members.customer_id": customer_id, "group_members.campaign_id": campaign_id })
    .first("groups.id", "groups.name", "travels", "seat");
  if (group) {
    const member = { group_id: group.id, customer_id };
    return { group: { ...group, beds: (await bedsOf(db, [member]))(member) }, open: [] };
  }
  return { group: null, open: await openGroups(db, campaign_id) };
}

/** The groups of a campaign that have room and have not departed, with their free places. */
export const openGroups = (db: Db, campaign_id: number): Promise<GroupOfContract["open"]> =>
  db("groups")
    .where({ campaign_id })
    .whereRaw(`members - infants < capacity AND ${departedGroup} IS NOT TRUE`, { today: officeToday() })
    .orderByRaw("departure_date NULLS LAST, name COLLATE by_name, id")
    .limit(mostOffered)
    .select("id", "name", { free: db.raw("capacity - (members - infants)") });
