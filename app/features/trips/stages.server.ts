import type { Transaction } from "~/db/knex.server";
import { type PartStore, partStore, requireRow } from "~/db/part-store.server";
import { invalid } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { type Stage, stage } from "./stage";
import type { Trip } from "./trip";

const schema = schemaOf(stage.fields);

/**
 * The stages of the address's trip by date and time; without a trip in the address, of all trips.
 * @param tripOf throws DomainError not_found
 */
export function stages(tripOf?: () => number): PartStore<Stage, typeof schema> {
  const parts = partStore<Stage, typeof schema>({
    table: "trip_stages",
    schema,
    order: ["date", "time"],
    whole: { table: "trips", column: "trip_id" },
    wholeId: tripOf,
  });
  return {
    ...parts,
    async create(trx, input, by) {
      if (tripOf) checkDate(await lockDates(trx, tripOf()), input.date);
      return parts.create(trx, input, by);
    },
    async update(trx, id, change, by) {
      const { trip_id } = await parts.find(trx, id);
      if (change.date) checkDate(await lockDates(trx, trip_id), change.date);
      return parts.update(trx, id, change, by);
    },
  };
}

/**
 * Locks the trip, so that its dates stay the same until the commit. This comes before any lock on its stages, as when a trip
 * moves its stages.
 */
const lockDates = (trx: Transaction, id: number) => requireRow<Trip>(trx("trips").forShare(), "trips", id);

/** @throws DomainError invalid */
function checkDate({ start_date, end_date }: Trip, date: string) {
  if (date < start_date || date > end_date)
    throw invalid("date", `التاريخ خارج أيام الرحلة: من ${start_date} إلى ${end_date}`);
}
