import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { type By, type Store, tableStore } from "~/db/store.server";
import { notFound } from "~/domain/domain-error";
import { text, time, wholeNumber } from "~/domain/input.server";
import { missing } from "~/domain/nouns";
import { lastDay, type PlanStage } from "./plan";

const schema = z.object({
  name: text(150),
  day_offset: wholeNumber({ max: lastDay }).optional(),
  default_time: time().optional(),
});

const formSchema = schema
  .omit({ day_offset: true })
  .extend({ day: wholeNumber({ min: 1, max: lastDay + 1 }) });

/**
 * The stages of the plan that an address names, in order of day and time; of any plan where it names none.
 * @param planOf throws DomainError not_found
 */
export function planStages(planOf?: () => number): Omit<Store<PlanStage, typeof schema>, "list"> & {
  list: () => Promise<PlanStage[]>;
} {
  const rows = (db: Db) => {
    const query = db("plan_stages").select("plan_stages.*");
    return planOf ? query.where({ plan_id: planOf() }) : query;
  };
  const table = tableStore<PlanStage, typeof schema>({
    table: "plan_stages",
    schema,
    rows,
    checked: async (_, input, stored) => (stored ? input : { ...input, plan_id: planOf?.() }),
  });
  return {
    ...table,
    async list() {
      const stages = await rows(db).orderBy(["day_offset", "default_time", "id"]);
      if (!stages.length && planOf) await requirePlan(db("trip_plans"), planOf());
      return stages;
    },
    async create(trx, input, by) {
      if (planOf) await requirePlan(trx("trip_plans").forKeyShare(), planOf());
      return table.create(trx, input, by);
    },
    async update(trx, id, change, by) {
      await table.find(trx, id);
      return table.update(trx, id, change, by);
    },
    async remove(trx, id, by) {
      await table.find(trx, id);
      return table.remove(trx, id, by);
    },
  };
}

/** The same as a form sends them, whose day counts from 1. */
export function planStagesByDay(planOf: () => number) {
  const { find, remove, create, update } = planStages(planOf);
  const stage = ({ day, ...input }: z.output<typeof formSchema>) => ({ ...input, day_offset: day - 1 });
  return {
    schema: formSchema,
    find,
    remove,
    create: (trx: Transaction, input: z.output<typeof formSchema>, by: By) => create(trx, stage(input), by),
    update: (trx: Transaction, id: number, change: object, by: By) =>
      update(trx, id, stage(change as z.output<typeof formSchema>), by),
  };
}

/** @throws DomainError not_found */
async function requirePlan(plans: ReturnType<Db>, id: number) {
  if (!(await plans.where({ id }).first("id"))) throw notFound(missing("trip_plans"));
}
