import type { Entity } from "~/domain/entity";
import type { Noun } from "~/ui/count-words";

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
  labels: {
    name: "اسم الرحلة",
    start_date: "تاريخ البداية",
    end_date: "تاريخ النهاية",
    plan_id: "الخطة",
    move_stages: "مراحل الرحلة",
  },
  required: "الرجاء تعبئة جميع الحقول المطلوبة",
} as const satisfies Entity;

/** Whether a trip is still to come, under way or over, on a day of the office. */
export function stateOf({ start_date, end_date }: Pick<Trip, "start_date" | "end_date">, today: string) {
  if (today < start_date) return { tone: "plain", label: "قادمة" } as const;
  return today > end_date
    ? ({ tone: "good", label: "انتهت" } as const)
    : ({ tone: "gold", label: "جارية" } as const);
}

export const groupCount: Noun = {
  one: "مجموعة واحدة",
  two: "مجموعتان",
  few: "مجموعات",
  many: "مجموعة",
  other: "مجموعة",
};

/** Those of a trip or group, as lists of them call them. */
export const travellers = {
  table: "customers",
  noun: { one: "المسافر", many: "المسافرون", some: "مسافرون" },
} as const;

export const travellerCount: Noun = {
  one: "مسافر واحد",
  two: "مسافران",
  few: "مسافرين",
  many: "مسافرًا",
  other: "مسافر",
};
