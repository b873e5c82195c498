import type { Db, Transaction } from "~/db/knex.server";
import { later } from "~/domain/dates";
import { aboutEach } from "~/domain/details";
import { quote } from "~/domain/nouns";
import type { Detail } from "~/domain/question";
import { movementsTitle, movementTitles, orderTitle } from "~/features/links/handed-papers";
import { earlierNames } from "~/features/links/printed.server";
import { movementsPath, orderOf, type Stage, stagesOf } from "./stage";
import type { Trip } from "./trip";

type OldTrip = Pick<Trip, "id" | "name" | "created_at">;

/** Whether a driver has an order for a stage, in SQL, of the day that it had before `days` were added, by any name that it had. */
const isOrdered = (db: Db, days: number) =>
  db.raw(
    `EXISTS (SELECT FROM audit_log AS orders
        JOIN (SELECT trip_stages.name, 'infinity' AS until UNION ALL ${earlierNames("trip_stages", "trip_stages.id")}) AS names
          ON record_name = concat_ws(' - ', ?::text, names.name, trip_stages.date - ?::integer)
        WHERE orders.action = 'printed' AND orders.kind = 'trip_stages'
          AND orders.at >= trip_stages.created_at AND orders.at < least(now(), names.until))`,
    [orderTitle, days],
  );

type OpenStage = Pick<Stage, "id" | "name" | "date" | "booking" | "flight_number"> & { is_ordered: boolean };

/** The stages of a trip that stand, in order. @param days by how many they have moved since orders were printed */
const openStages = (db: Db, tripId: number, days: number): Promise<OpenStage[]> =>
  db("trip_stages")
    .where({ trip_id: tripId })
    .whereRaw("stands(status)")
    .orderBy(["date", "time", "id"])
    .select("id", "name", "date", "booking", "flight_number", { is_ordered: isOrdered(db, days) });

const editOf = (tripId: number) => (id: number) => `${stagesOf(tripId).path}/${id}/edit`;

/** What an office must tell others when a trip's stages are deleted: who has a booking, the drivers, who has a sheet of a day. */
export async function deletedStages(db: Db, trip: OldTrip): Promise<Detail[]> {
  const stages = await openStages(db, trip.id, 0);
  const sheets = await printedSheets(
    db,
    trip,
    stages.map(({ date }) => date),
  );
  const linksTo = (of: OpenStage[], address: (id: number) => string) =>
    of.map(({ id, name, date }) => ({ label: `${quote(name)} (${date})`, href: address(id) }));
  return [
    ...aboutEach(
      "حجوز مؤكدة أو مطلوبة، فأبلغ المزود",
      linksTo(
        stages.filter(({ booking }) => booking !== "none"),
        editOf(trip.id),
      ),
    ),
    ...aboutEach(
      "أوامر تشغيل طبعت، فاسحبها",
      linksTo(
        stages.filter(({ is_ordered }) => is_ordered),
        orderOf,
      ),
    ),
    ...sheetsText("كشوف حركة طبعت، فاطبعها من جديد", sheets),
  ];
}

const sheetsText = (text: string, sheets: { name: string; query: string }[]) =>
  aboutEach(
    text,
    sheets.map(({ name, query }) => ({ label: quote(name), href: `${movementsPath}/print?${query}` })),
    { most: 20 },
  );

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
  const stages = await openStages(trx, tripId, days);
  const moves = [...new Map(stages.map(({ date }) => [later(date, -days), date]))];
  const sheets = await printedSheets(trx, { id: tripId, name, created_at }, moves.flat());
  const linksTo = (of: OpenStage[], address: (id: number) => string, fact?: (row: OpenStage) => string) =>
    of.map((row) => ({
      label: `${quote(row.name)}${fact ? ` ${fact(row)}` : ""} (${later(row.date, -days)} يصبح ${row.date})`,
      href: address(row.id),
    }));
  const edit = editOf(tripId);
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
    ...sheetsText("كشوف حركة طبعت وفيها أيامها القديمة أو الجديدة، فاطبعها من جديد", sheets),
  ];
}

/** The sheets of movements that were handed out for these days since the trip was made, over all trips or for this one. */
async function printedSheets(db: Db, { id, name, created_at }: OldTrip, days: string[]) {
  const languages = Object.keys(movementTitles) as (keyof typeof movementTitles)[];
  type Name = { name?: string; until?: string };
  const { rows: earlier } = await db.raw<{ rows: Name[] }>(earlierNames("trips", "?"), [id]);
  const names: Name[] = [{}, { name }, ...earlier];
  const sheets = [...new Set(days)].sort().flatMap((day) =>
    languages.flatMap((language) =>
      names.map(({ name, until }) => ({
        query: `on=${day}${language === "en" ? "&lang=en" : ""}${name ? `&trip_id=${id}` : ""}`,
        name: movementsTitle(language, day, name),
        until,
      })),
    ),
  );
  const printed: { record_name: string; first: string }[] = await db("audit_log")
    .where({ kind: "trip_stages" })
    .whereIn("action", ["printed", "exported"])
    .whereIn(
      "record_name",
      sheets.map(({ name }) => name),
    )
    .where("at", ">=", created_at)
    .where("at", "<", db.fn.now())
    .groupBy("record_name")
    .select("record_name")
    .min("at AS first");
  const firstOf = new Map(printed.map(({ record_name, first }) => [record_name, first]));
  const isPrinted = ({ name, until }: (typeof sheets)[number]) => {
    const first = firstOf.get(name);
    return first && (!until || first < until);
  };
  return [...new Map(sheets.filter(isPrinted).map((sheet) => [sheet.name, sheet])).values()];
}
