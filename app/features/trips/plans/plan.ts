import type { Entity } from "~/domain/entity";

export const planTypes = ["hajj", "umrah"] as const;
type PlanType = (typeof planTypes)[number];
export const planTypeLabels: Record<PlanType, string> = { hajj: "حج", umrah: "عمرة" };

/** A stage of a plan (spec §3): so many days after a trip's start, at a time. */
export type PlanStage = {
  id: number;
  plan_id: number;
  name: string;
  /** 0 is the start day. */
  day_offset: number;
  /** `12:00` */
  default_time: string;
  created_at: string;
  updated_at: string;
};

/** A template of trips (خطة رحلة), as the API shows one (spec §3). */
export type TripPlan = {
  id: number;
  name: string;
  type: PlanType;
  stages: PlanStage[];
  created_at: string;
  updated_at: string;
};

export const plan = {
  table: "trip_plans",
  path: "/trips/plans",
  key: "trip_plans",
  item: "trip_plan",
  write: "manage_trips",
  labels: { name: "اسم الخطة", type: "النوع" },
  required: "اسم الخطة مطلوب",
} as const satisfies Entity;

/** So many days after the start is the latest. */
export const lastDay = 365;

/** What a stage of a plan is to calls. */
export const planStage = {
  table: "plan_stages",
  noun: { one: "المرحلة", a: "مرحلة", many: "المراحل", some: "مراحل" },
  path: plan.path,
  key: "stages",
  item: "stage",
  write: plan.write,
  labels: { name: "اسم المرحلة", day_offset: "اليوم", default_time: "الوقت" },
  required: "الرجاء تعبئة جميع الحقول المطلوبة",
} as const satisfies Entity;

/** The stages of a plan, to its screen: their dialogs lie below `stages`. A day counts from 1 there. */
export const stagesOfPlan = (planId: number | string) => ({
  ...planStage,
  path: `${plan.path}/${planId}`,
  labels: { ...planStage.labels, day: planStage.labels.day_offset },
});

export const planStageLabels = planStage.labels;
