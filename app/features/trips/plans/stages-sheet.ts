import { db } from "~/db/knex.server";
import { idParam } from "~/http/screen.server";
import type { SheetColumn } from "~/http/sheet";
import { exportLoader } from "~/http/sheets.server";
import { type PlanStage, plan, planStage } from "../plan";
import { plans } from "../plans.server";

const { labels } = planStage;

const columns: SheetColumn<PlanStage>[] = [
  { head: labels.day_offset, kind: "number", cell: ({ day_offset }) => day_offset + 1 },
  { head: labels.name, width: 40, cell: ({ name }) => name },
  { head: labels.default_time, cell: ({ default_time }) => default_time },
];

export const loader = exportLoader([plan.write], async ({ params }) => {
  const { name, stages } = await plans.find(db, idParam(params.plan));
  return { title: `مراحل ${name}`, columns, rows: Promise.resolve(stages) };
});
