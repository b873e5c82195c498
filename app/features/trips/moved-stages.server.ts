import type { Transaction } from "~/db/knex.server";
import { later } from "~/domain/dates";
import { aboutEach } from "~/domain/details";
import { quote } from "~/domain/nouns";
import type { Detail } from "~/domain/question";
import { movementsTitle, movementTitles, orderTitle } from "~/features/links/handed-papers";
import { movementsPath, orderOf, type Stage, stagesOf } from "./stage";
import type { Trip } from "./trip";

type OldTrip = Pick<Trip, "id" | "name" | "created_at">;

/**
 * What an office must tell others when a trip's stages have moved: who confirmed a booking, the airline of a flight, the drivers who have an
 * order with the old day, and who has a sheet of the movements of an old or a new day.
 * @param trip as it was, by whose name sheets were printed
 * @param days by how many the stages have moved
 * @param isKept whether departed groups keep the stages of the old days, with their bookings
 */
export async function movedStages(
  trx: Transaction,
  { id: tripId, name, created_at }: OldTrip,
  days: number,
  isKept: boolean,
): Promise<Detail[]> {
  const stages: (Pick<Stage, "id" | "name" | "date" | "booking" | "flight_number"> & {
    is_ordered: boolean;
  })[] = await trx("trip_stages")
    .where({ trip_id: tripId })
    .whereRaw("stands(status)")
    .orderBy(["date", "time", "id"])
    .select("id", "name", "date", "booking", "flight_number", {
      is_ordered: trx.raw(
        `EXISTS (SELECT FROM audit_log AS orders
            WHERE action = 'printed' AND kind = 'trip_stages' AND at < now()
              AND record_name = concat_ws(' - ', ?::text, trip_stages.name, trip_stages.date - ?::integer)
              AND at >= trip_stages.created_at)`,
        [orderTitle, days],
      ),
    });
  const moves = [...new Map(stages.map(({ date }) => [later(date, -days), date]))];
  const sheets = await printedSheets(trx, { id: tripId, name, created_at }, moves.flat());
  const linksTo = (
    of: typeof stages,
    address: (id: number) => string,
    fact?: (row: (typeof stages)[number]) => string,
  ) =>
    of.map((row) => ({
      label: `${quote(row.name)}${fact ? ` ${fact(row)}` : ""} (${later(row.date, -days)} يصبح ${row.date})`,
      href: address(row.id),
    }));
  const edit = (id: number) => `${stagesOf(tripId).path}/${id}/edit`;
  return [
    ...aboutEach(
      isKept ? "حجز مؤكد يبقى لمن غادر، فاطلب حجزًا للأيام الجديدة" : "حجز مؤكد: راجع المزود",
      linksTo(
        stages.filter(({ booking }) => booking === "confirmed"),
        edit,
      ),
    ),
    ...aboutEach(
      "مراحل برحلة جوية تنتقل، فتحقق من رقمها",
      linksTo(
        stages.filter(({ flight_number }) => flight_number),
        edit,
        ({ flight_number }) => flight_number ?? "",
      ),
    ),
    ...aboutEach(
      "أوامر تشغيل طبعت باليوم القديم، فاطبعها من جديد",
      linksTo(
        stages.filter(({ is_ordered }) => is_ordered),
        orderOf,
      ),
    ),
    ...aboutEach(
      "كشوف حركة طبعت وفيها أيامها القديمة أو الجديدة، فاطبعها من جديد",
      sheets.map(({ name, query }) => ({ label: quote(name), href: `${movementsPath}/print?${query}` })),
      { most: 20 },
    ),
  ];
}

/** The sheets of movements that were handed out for these days since the trip was made, over all trips or for this one. */
async function printedSheets(trx: Transaction, { id, name, created_at }: OldTrip, days: string[]) {
  const languages = Object.keys(movementTitles) as (keyof typeof movementTitles)[];
  const sheets = [...new Set(days)].sort().flatMap((day) =>
    languages.flatMap((language) =>
      [undefined, name].map((trip) => ({
        query: `on=${day}${language === "en" ? "&lang=en" : ""}${trip ? `&trip_id=${id}` : ""}`,
        name: movementsTitle(language, day, trip),
      })),
    ),
  );
  const printed: string[] = await trx("audit_log")
    .where({ kind: "trip_stages" })
    .whereIn("action", ["printed", "exported"])
    .whereIn(
      "record_name",
      sheets.map(({ name }) => name),
    )
    .where("at", ">=", created_at)
    .where("at", "<", trx.fn.now())
    .distinct()
    .pluck("record_name");
  return sheets.filter(({ name }) => printed.includes(name));
}
