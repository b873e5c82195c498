import { type Asked, offer } from "~/db/choices.server";
import { entityStore } from "~/db/entity-store.server";
import { db } from "~/db/knex.server";
import { whereSearch } from "~/db/search.server";
import { countPhrase } from "~/domain/count-words";
import { instantOf } from "~/domain/dates";
import { type PlanStage, plan, type TripPlan } from "./plan";
import { stageCount } from "./stage";

/** Stages in order. They come from JSON, which writes times and moments differently from rows. */
const stages = `(SELECT coalesce(json_agg(stage ORDER BY day_offset, default_time, id), '[]') FROM (
   SELECT id, plan_id, name, day_offset, to_char(default_time, 'HH24:MI') AS default_time, created_at, updated_at
   FROM plan_stages WHERE plan_id = trip_plans.id
 ) stage)`;

const toStage = (stage: PlanStage): PlanStage => ({
  ...stage,
  created_at: instantOf(stage.created_at),
  updated_at: instantOf(stage.updated_at),
});

export const plans = entityStore(plan, {
  filters: ["type"],
  searchBy: (query, search) => whereSearch(query, "search", search),
  join: (query) => query.select({ stages: db.raw(stages) }),
  toRow: (row: TripPlan): TripPlan => ({ ...row, stages: row.stages.map(toStage) }),
});

/** The plans for a new trip, each with its number of stages. */
export const planOffer = async (asked: Asked) => ({
  plan_id: await offer<{ id: number; name: string; stages: number }>(asked, "plan_id", {
    table: "trip_plans",
    rows: db("trip_plans").select("id", "name", {
      stages: db.raw("(SELECT count(*) FROM plan_stages WHERE plan_id = trip_plans.id)"),
    }),
    toChoice: ({ id, name, stages }) => [
      id,
      `${name} (${stages ? countPhrase(stages, stageCount) : "بلا مراحل"})`,
    ],
  }),
});
