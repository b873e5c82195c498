import type { Entity } from "~/domain/entity";

/** A trip (رحلة), as the API shows one (spec §3). */
export type Trip = {
  id: number;
  name: string;
  start_date: string;
  end_date: string;
  plan_id: number | null;
  created_at: string;
  updated_at: string;
};

export const trip = {
  table: "trips",
  path: "/trips/management",
  key: "trips",
  item: "trip",
  write: "manage_trips",
  labels: { name: "اسم الرحلة", start_date: "تاريخ البداية", end_date: "تاريخ النهاية", plan_id: "الخطة" },
  required: "الرجاء تعبئة جميع الحقول المطلوبة",
} as const satisfies Entity;
