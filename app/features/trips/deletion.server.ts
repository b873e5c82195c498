import type { Db } from "~/db/knex.server";
import { byName } from "~/db/order.server";
import { aboutEach, listOf } from "~/domain/details";
import { quote } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import type { Detail } from "~/domain/question";
import { departedGroup, groupReturn, knownDeparture } from "~/features/journey/days.server";
import { stoppedDetails, stoppedWithoutTrip } from "~/features/journey/membership.server";
import { papersPrinted } from "~/features/links/printed.server";
import { deletedStages } from "./moved-stages.server";
import type { Trip } from "./trip";

/*
 * What a trip's deletion asks (docs/decisions/trips.md): groups that have departed keep it, since their return and their stages are its own;
 * the others lose its days.
 */

/** Why a trip is not deleted while groups have departed in it; undefined without any. */
export const whyKept = (departed: { name: string }[]) =>
  departed.length
    ? `غادرت من مجموعات الرحلة: ${listOf(departed.map(({ name }) => name))}. أيام سفرها ومراحلها من هذه الرحلة، فلا تحذف`
    : undefined;

type TripGroup = Record<"name" | "departure" | "return", string> & {
  id: number;
  departure_date: string | null;
  has_departed: boolean;
};

/** @returns why a trip is not deleted, or what follows from its deletion */
export async function deletionOfTrip(
  db: Db,
  trip: Trip,
): Promise<{ refusal: string | undefined; details: Detail[] }> {
  const groups: TripGroup[] = await db("groups")
    .join("trips", "trips.id", "trip_id")
    .join("campaigns", "campaigns.id", "campaign_id")
    .where({ trip_id: trip.id })
    .orderByRaw(byName("groups.name", "groups.id"))
    .select("groups.id", "groups.name", "departure_date", {
      has_departed: db.raw(`coalesce(${departedGroup}, false)`, { today: officeToday() }),
      departure: db.raw(knownDeparture),
      return: db.raw(groupReturn),
    });
  const refusal = whyKept(groups.filter(({ has_departed }) => has_departed));
  if (refusal) return { refusal, details: [] };
  const linksTo = (of: TripGroup[]) =>
    of.map((group) => ({
      label: `${quote(group.name)} (${group.departure} إلى ${group.return})`,
      href: `/trips/groups/${group.id}/edit`,
    }));
  const ids = groups.map(({ id }) => id);
  const details = [
    ...aboutEach(
      "مجموعات تبقى بلا يوم مغادرة، فلها أيام حملتها",
      linksTo(groups.filter(({ departure_date }) => !departure_date)),
    ),
    ...aboutEach(
      "مجموعات تعود مع نهاية إقاماتها، أو مع حملتها إن لم تكن لها إقامات",
      linksTo(groups.filter(({ departure_date }) => departure_date)),
    ),
    ...stoppedDetails(await stoppedWithoutTrip(db, trip.id)),
    ...(await deletedStages(db, trip)),
    ...aboutEach("طبع بأيام الرحلة، فاطبعه من جديد", await papersPrinted(db, ids), { most: 20 }),
  ];
  return { refusal, details };
}
