import type { Db } from "~/db/knex.server";

/* The seats of a campaign, in SQL and as figures: free are those that neither contracts take nor holds keep (docs/decisions/holds.md). */

/**
 * The seats that a campaign's contracts take: those that are not cancelled, whose number their writes keep (docs/decisions/totals.md), less the few
 * of infants (migrations/107_rooms_and_ages.ts).
 */
export const takenSeats = "booked_seats(campaigns.id)";

/** The seats that are held now: a hold counts until its moment (migrations/114_holds.ts). */
export const heldSeats = "held_seats(campaigns.id)";

export const freeSeats = `(campaigns.total_seats - ${takenSeats} - ${heldSeats})`;

/** The free seats of the active ones of these campaigns, by their ids. */
export async function freeSeatsOf(db: Db, ids: number[]): Promise<Record<number, number>> {
  const rows = await db("campaigns")
    .whereIn("id", ids)
    .where({ status: "active" })
    .select("id", { free: db.raw(freeSeats) });
  return Object.fromEntries(rows.map(({ id, free }) => [id, free]));
}

export type Seats = Record<"booked" | "held" | "free", number>;

/**
 * The seats of a campaign. It must be a statement of its own after the campaign's row is locked: as a part of that statement it would
 * be read before waiting for the lock.
 * @param butHold a hold that is not counted, since its seats are the ones to be judged
 */
export async function seatsOf(trx: Db, id: number, butHold?: number): Promise<Seats> {
  const { total, booked, held } = await trx("campaigns")
    .where({ id })
    .first({
      total: "total_seats",
      booked: trx.raw(takenSeats),
      held: trx.raw("held_seats(campaigns.id, ?::integer)", [butHold ?? null]),
    });
  return { booked, held, free: Math.max(0, total - booked - held) };
}
