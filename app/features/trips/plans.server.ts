import { type Asked, offer } from "~/db/choices.server";
import { type Db, db } from "~/db/knex.server";
import { choiceOf, searchOf } from "~/db/list.server";
import { withoutUndefined } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import { tableStore } from "~/db/store.server";
import { countPhrase } from "~/domain/count-words";
import { instantOf } from "~/domain/dates";
import { schemaOf } from "~/domain/fields.server";
import { namesOf } from "~/domain/states";
import { type PlanStage, plan, planTypeLabels, type TripPlan } from "./plan";
import { stageCount } from "./stage";

const schema = schemaOf(plan.fields);

/** Plans with their stages in order. The stages come from JSON, which writes times and moments differently from rows. */
const planRows = (db: Db) =>
  db("trip_plans").select("trip_plans.*", {
    stages: db.raw(
      `(SELECT coalesce(json_agg(stage ORDER BY day_offset, default_time, id), '[]') FROM (
         SELECT id, plan_id, name, day_offset, to_char(default_time, 'HH24:MI') AS default_time, created_at, updated_at
         FROM plan_stages WHERE plan_id = trip_plans.id
       ) stage)`,
    ),
  });

const toStage = (stage: PlanStage): PlanStage => ({
  ...stage,
  created_at: instantOf(stage.created_at),
  updated_at: instantOf(stage.updated_at),
});

export const plans = tableStore<TripPlan, typeof schema, TripPlan & { search: string }>({
  table: "trip_plans",
  schema,
  rows: planRows,
  toRow: ({ search: _, stages, ...row }) => ({ ...row, stages: stages.map(toStage) }),
  /** The search finds the name. */
  matching(params) {
    const type = choiceOf(params, "type", namesOf(planTypeLabels));
    const query = db("trip_plans").select("id").where(withoutUndefined({ type }));
    return whereSearch(query, "search", searchOf(params));
  },
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
