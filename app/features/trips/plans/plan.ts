import type { Entity } from "~/domain/entity";

export const planTypes = ["hajj", "umrah"] as const;
export type PlanType = (typeof planTypes)[number];
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

export const planStageLabels = { name: "اسم المرحلة", day_offset: "اليوم", default_time: "الوقت" };
