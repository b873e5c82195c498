import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { type Store, tableStore } from "~/db/store.server";
import { invalid, notFound } from "~/domain/domain-error";
import { choice, date, longText, optional, text, time } from "~/domain/input.server";
import { missing } from "~/domain/nouns";
import type { Trip } from "../management/trip";
import { type Stage, stageStatuses } from "./stage";

const schema = z.object({
  name: text(150),
  description: optional(longText(1000)),
  date: date(),
  time: time(),
  status: choice(stageStatuses).optional(),
});

/**
 * The stages of the trip that an address names, in order of date and time; of any trip where it names none.
 * @param tripOf throws DomainError not_found
 */
export function stages(tripOf?: () => number): Omit<Store<Stage, typeof schema>, "list"> & {
  list: () => Promise<Stage[]>;
} {
  const rows = (db: Db) => {
    const query = db("trip_stages").select("trip_stages.*");
    return tripOf ? query.where({ trip_id: tripOf() }) : query;
  };
  const table = tableStore<Stage, typeof schema>({
    table: "trip_stages",
    schema,
    rows,
    checked: async (_, input, stored) => (stored ? input : { ...input, trip_id: tripOf?.() }),
  });
  return {
    ...table,
    async list() {
      const found = await rows(db).orderBy(["date", "time", "id"]);
      if (!found.length && tripOf) await theTrip(db("trips"), tripOf());
      return found;
    },
    async create(trx, input, by) {
      if (tripOf) checkDate(await lockDates(trx, tripOf()), input.date);
      return table.create(trx, input, by);
    },
    async update(trx, id, change, by) {
      const { trip_id } = await table.find(trx, id);
      if (change.date) checkDate(await lockDates(trx, trip_id), change.date);
      return table.update(trx, id, change, by);
    },
    async remove(trx, id, by) {
      await table.find(trx, id);
      return table.remove(trx, id, by);
    },
  };
}

/** @throws DomainError not_found */
async function theTrip(trips: ReturnType<Db>, id: number): Promise<Trip> {
  const trip = await trips.where({ id }).first();
  if (!trip) throw notFound(missing("trips"));
  return trip;
}

/** The trip, whose dates stay as they are until the commit; before its stages are locked, as where it moves them along. */
const lockDates = (trx: Transaction, id: number) => theTrip(trx("trips").forShare(), id);

/** @throws DomainError invalid */
function checkDate({ start_date, end_date }: Trip, date: string) {
  if (date < start_date || date > end_date)
    throw invalid("date", `التاريخ خارج أيام الرحلة: من ${start_date} إلى ${end_date}`);
}
