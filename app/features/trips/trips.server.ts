import type { Knex } from "knex";
import type { z } from "zod";
import { entityStore } from "~/db/entity-store.server";
import { hijriPeriodsOf, whereHijri } from "~/db/hijri-filter.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import { periodOf, searchOf } from "~/db/list.server";
import { lockRow, lockRowWithKey, requireRows, withoutUndefined } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import type { Store } from "~/db/store.server";
import { checkDates } from "~/domain/date-order";
import { daysBetween, later } from "~/domain/dates";
import { conflicting, DomainError, invalid } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { flag } from "~/domain/input.server";
import { quote } from "~/domain/nouns";
import { gapsOfGroups } from "~/features/journey/gaps.server";
import { stoppedQuestion, withStopped } from "~/features/journey/membership.server";
import { notTravelling, type WithMoved } from "~/features/moving/moved";
import { lockDeparted, lockHanging, moveAlong } from "~/features/moving/moving.server";
import { whyKept } from "./deletion.server";
import { departedQuestion, keepDepartures, keepOldDays, keepsDays, renewStages } from "./departed.server";
import { movedStages } from "./moved-stages.server";
import type { Stage } from "./stage";
import { type Trip, trip } from "./trip";
import { releaseGroups } from "./trip-groups.server";

const schema = schemaOf(trip.fields);
const changeSchema = schema.partial().extend({ move_stages: flag().optional(), move: flag().optional() });

const table = entityStore(trip, {
  /** The search finds the name. A period finds trips that overlap it. */
  matching(params) {
    const { from, to } = periodOf(params);
    const query = db("trips").select("id");
    if (from) query.where("end_date", ">=", from);
    if (to) query.where("start_date", "<=", to);
    whereHijri(query, hijriPeriodsOf(params), "start_date", "end_date");
    return whereSearch(query, "search", searchOf(params));
  },
});

export const trips: Store<WithMoved<Trip>, typeof schema> = {
  ...table,
  changeSchema,
  /** A trip that is made from a plan gets the plan's stages (rulings §4). */
  async create(trx, input, by) {
    checkDates(input, input);
    await requireRows(trx, input, { plan_id: "trip_plans" });
    const trip = await table.create(trx, input, by);
    if (trip.plan_id) {
      await trx.raw(
        `INSERT INTO trip_stages (trip_id, name, date, time)
         SELECT ?, name, ?::date + day_offset, default_time
         FROM plan_stages WHERE plan_id = ? ORDER BY day_offset, default_time, id`,
        [trip.id, trip.start_date, trip.plan_id],
      );
      await checkStages(trx, trip);
    }
    return trip;
  },
  /**
   * Groups and stays move with the start unless `move` is false. So do the trip's stages, which must stay within its dates, unless
   * `move_stages` says otherwise; the end moves with them unless it is changed as well. Groups that have departed keep the old days and
   * stages, in a trip of their own.
   */
  async update(trx, id, change, by) {
    const {
      move,
      move_stages = move ?? true,
      plan_id,
      ...row
    } = change as Partial<z.output<typeof changeSchema>>;
    const present = await lockRow<Trip>(trx, "trips", id, by.readAt, () => table.find(trx, id));
    if (move_stages && row.start_date && (row.end_date ?? present.end_date) === present.end_date)
      row.end_date = later(present.end_date, daysBetween(present.start_date, row.start_date));
    const trip: Trip = { ...present, ...withoutUndefined(row) };
    checkDates(trip, row);
    if (plan_id !== undefined && plan_id !== present.plan_id)
      throw conflicting("plan_id", "لا تتغير خطة الرحلة بعد إضافتها: عدّل مراحل الرحلة نفسها");
    const departed = await lockDeparted(trx, ofTrip(id));
    const groups: number[] = by.ask ? await trx("groups").where({ trip_id: id }).pluck("id") : [];
    const gapsBefore = await gapsOfGroups(trx, groups);
    const leaves = move_stages && trip.start_date !== present.start_date;
    const question = departedQuestion(present, trip, departed, leaves);
    const kept =
      leaves && departed.length && !by.unticked?.has(keepsDays)
        ? await keepOldDays(trx, present, departed)
        : undefined;
    if (!kept && trip.start_date !== present.start_date) await keepDepartures(trx, present, departed);
    if (leaves)
      await trx("trip_stages")
        .where({ trip_id: id })
        .update({ date: trx.raw("date + (?::date - ?::date)", [trip.start_date, present.start_date]) });
    if (row.start_date || row.end_date)
      await checkStages(trx, trip, move_stages ? "" : "، انقل المراحل مع الرحلة أو عدّلها أولًا");
    const ids = await lockHanging(trx, ofTrip(id));
    const ofDays = [...ids, ...(kept ? [] : departed.map(({ id }) => id))];
    const [after, stopped] = await withStopped(trx, ofDays, () => table.update(trx, id, row, by));
    const days = { before: daysOf(present), after: daysOf(after) };
    const moving = leaves
      ? await movedStages(trx, present, daysBetween(present.start_date, after.start_date), Boolean(kept))
      : [];
    if (kept) await renewStages(trx, id);
    const staying = {
      gapsBefore,
      more: moving,
      departed: kept ? [] : departed.map(({ id }) => id),
      others: [...question, ...stoppedQuestion(stopped)],
    };
    const moved = await moveAlong(trx, { what: "بداية الرحلة", ids, ...days, ...staying, move }, by);
    return { ...after, moved, ...(kept && { kept }), ...notTravelling(stopped) };
  },
  /**
   * Deletes its stages with it. Its groups are in no trip then.
   * @returns whose travelling it ends
   * @throws DomainError conflict while a group has departed in it
   */
  async remove(trx, id, by) {
    await lockRowWithKey(trx, "trips", id);
    const refusal = whyKept(await lockDeparted(trx, ofTrip(id)));
    if (refusal) throw new DomainError("conflict", refusal);
    const ids = await lockHanging(trx, ofTrip(id));
    const [, stopped] = await withStopped(trx, ids, () => releaseGroups(trx, id));
    await table.remove(trx, id, by);
    return notTravelling(stopped);
  },
};

const ofTrip = (trip_id: number) => (groups: Knex.QueryBuilder) => groups.where({ trip_id });

const daysOf = ({ start_date, end_date }: Trip) => ({ start: start_date, end: end_date });

/**
 * @param way the advice if the trip begins too late
 * @throws DomainError invalid, at the date that would leave a stage outside
 */
async function checkStages(trx: Transaction, { id, start_date, end_date }: Trip, way = "") {
  const outside: Pick<Stage, "name" | "date">[] = await trx("trip_stages")
    .where({ trip_id: id })
    .whereNotBetween("date", [start_date, end_date])
    .orderBy(["date", "time", "id"]);
  const [first, last] = [outside[0], outside.at(-1)];
  const nameOf = ({ name, date }: Pick<Stage, "name" | "date">) => `المرحلة ${quote(name)} (${date})`;
  if (first && first.date < start_date)
    throw invalid("start_date", `${nameOf(first)} قبل بداية الرحلة${way}`);
  if (last) throw invalid("end_date", `${nameOf(last)} بعد نهاية الرحلة`);
}

export type TripWithFigures = Trip & { plan: string | null; stages: number; groups: number; members: number };

/** Trips for their list's screen: with their plan, and the numbers of their stages and groups. */
export function tripsWithFigures(params: URLSearchParams): List<TripWithFigures> {
  const list = table.list(params) as List<TripWithFigures>;
  const rows = (db: Db) =>
    list.rows(db).select({
      plan: db.raw("(SELECT name FROM trip_plans WHERE id = plan_id)"),
      stages: db.raw("(SELECT count(*) FROM trip_stages WHERE trip_id = trips.id)"),
      groups: db.raw("(SELECT count(*) FROM groups WHERE trip_id = trips.id)"),
      members: db.raw("(SELECT coalesce(sum(members), 0) FROM groups WHERE trip_id = trips.id)"),
    });
  return { ...list, rows };
}

/** The name of the plan from which a trip was made. */
export async function planOf(db: Db, { plan_id }: Trip): Promise<string | null> {
  return plan_id && (await db("trip_plans").where({ id: plan_id }).first("name"))?.name;
}
