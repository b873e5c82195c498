import type { Db } from "~/db/knex.server";
import type { AgeGroup } from "~/domain/travellers";
import { departure } from "./days.server";

/** @property age by the office's ages on the day of departure; null if the birthday is not known */
export type AgeOnDeparture = { id: number; age: AgeGroup | null; departure: string };

/** How old customers are when they depart in a campaign, as it is known now: with their group there, else on the campaign's first day. */
export async function ageGroups(
  db: Db,
  campaignId: number,
  customerIds: number[],
): Promise<Map<number, AgeOnDeparture>> {
  const rows: AgeOnDeparture[] = await db("customers")
    .joinRaw("JOIN campaigns ON campaigns.id = ?", [campaignId])
    .leftJoin("group_members", (on) =>
      on
        .on("group_members.customer_id", "customers.id")
        .andOn("group_members.campaign_id", "campaigns.id")
        .andOnVal("group_members.travels", true),
    )
    .leftJoin("groups", "groups.id", "group_members.group_id")
    .leftJoin("trips", "trips.id", "groups.trip_id")
    .whereIn("customers.id", customerIds)
    .select("customers.id", {
      age: db.raw(`age_group(date_of_birth, ${departure})`),
      departure: db.raw(departure),
    });
  return new Map(rows.map((row) => [row.id, row]));
}
