import { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import { partStore } from "~/db/part-store.server";
import type { By } from "~/db/store.server";
import { text, time, wholeNumber } from "~/domain/input.server";
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
 * The stages of the address's plan by day and time; without a plan in the address, of all plans.
 * @param planOf throws DomainError not_found
 */
export const planStages = (planOf?: () => number) =>
  partStore<PlanStage, typeof schema>({
    table: "plan_stages",
    schema,
    order: ["day_offset", "default_time"],
    whole: { table: "trip_plans", column: "plan_id" },
    wholeId: planOf,
  });

/** The same stages for forms, whose days count from 1. */
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
