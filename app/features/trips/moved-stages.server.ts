import type { Transaction } from "~/db/knex.server";
import { later } from "~/domain/dates";
import { aboutEach } from "~/domain/details";
import { quote } from "~/domain/nouns";
import type { Detail } from "~/domain/question";
import { orderTitle } from "~/features/links/handed-papers";
import { orderOf, type Stage, stagesOf } from "./stage";

/**
 * What an office must tell others when a trip's stages have moved: who confirmed a booking, the airline of a flight, and the drivers who have an
 * order with the old day.
 * @param days by how many the stages have moved
 */
export async function movedStages(trx: Transaction, tripId: number, days: number): Promise<Detail[]> {
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
      "حجز مؤكد: راجع المزود",
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
  ];
}
