import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";

export const planTypeLabels = { hajj: "حج", umrah: "عمرة" };

/** A stage of a plan (spec §3): a number of days after a trip's start, and a time. */
export type PlanStage = RowOf<(typeof planStage)["fields"]> & { plan_id: number };

/** A template of trips (خطة رحلة) as calls show it (spec §3). */
export type TripPlan = RowOf<(typeof plan)["fields"]> & { stages: PlanStage[] };

export const plan = withLabels({
  table: "trip_plans",
  path: "/trips/plans",
  write: "manage_trips",
  fields: {
    name: { label: "اسم الخطة", kind: "text", max: 150, sheet: { width: 32 } },
    type: { label: "النوع", kind: "choice", choices: planTypeLabels, hasDefault: true },
  },
  required: "اسم الخطة مطلوب",
}) satisfies Entity;

/** The greatest number of days after the start. */
export const lastDay = 365;

/** A plan's stage as calls use it. */
export const planStage = withLabels({
  table: "plan_stages",
  noun: { one: "المرحلة", a: "مرحلة", many: "المراحل", some: "مراحل" },
  path: plan.path,
  key: "stages",
  write: plan.write,
  fields: {
    name: { label: "اسم المرحلة", kind: "text", max: 150 },
    /** 0 is the start day. */
    day_offset: { label: "اليوم", kind: "wholeNumber", max: lastDay },
    default_time: { label: "الوقت", kind: "time" },
  },
  required: "الرجاء تعبئة جميع الحقول المطلوبة",
}) satisfies Entity;

/** The stages of a plan as its screen uses them: the addresses of their dialogs begin with `stages`, and days count from 1. */
export const stagesOfPlan = (planId: number | string) => ({
  ...planStage,
  path: `${plan.path}/${planId}`,
  labels: { ...planStage.labels, day: planStage.labels.day_offset },
});
