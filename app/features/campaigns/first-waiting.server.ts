import type { Db } from "~/db/knex.server";
import type { FirstWaiting } from "./first-waiting";
import { freeSeats } from "./seats.server";

/**
 * Of each active campaign the first who waits and whose seats are all free now, the campaign with the earliest line first. Who needs more than are free keeps
 * his place and is passed over.
 */
export async function firstWaiting(
  db: Db,
  { campaigns, most = 200 }: { campaigns?: number[]; most?: number } = {},
) {
  const { rows } = await db.raw<{ rows: FirstWaiting[] }>(
    `SELECT first.*, campaigns.id AS campaign_id, campaigns.name AS campaign, campaigns.free
     FROM (SELECT id, name, ${freeSeats} AS free FROM campaigns
           WHERE status = 'active' AND EXISTS (SELECT FROM waiting_lines WHERE campaign_id = campaigns.id)
             ${campaigns ? "AND id = ANY (?::int[])" : ""} OFFSET 0) AS campaigns
     CROSS JOIN LATERAL (SELECT id, name, phone, seats FROM waiting_lines
       WHERE campaign_id = campaigns.id AND seats <= campaigns.free AND ${stillWaits} ORDER BY id LIMIT 1) AS first
     ORDER BY first.id LIMIT ${most}`,
    campaigns ? [campaigns] : [],
  );
  return rows;
}

/** Whether a line of the waiting list still waits, in SQL. */
export const stillWaits = "coalesce(waiting_lines.until > statement_timestamp(), true)";
