import { countNoun } from "~/domain/count-words";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";

/** A trip (رحلة) as calls show it (spec §3). */
export type Trip = RowOf<(typeof trip)["fields"]>;

export const trip = withLabels(
  {
    table: "trips",
    path: "/trips/management",
    write: "manage_trips",
    fields: {
      name: { label: "اسم الرحلة", kind: "text", max: 150, sheet: { width: 32 } },
      start_date: { label: "تاريخ البداية", kind: "date" },
      end_date: { label: "تاريخ النهاية", kind: "date" },
      plan_id: { label: "الخطة", kind: "reference", to: "trip_plans", optional: true, sheet: { width: 26 } },
    },
    required: "الرجاء تعبئة جميع الحقول المطلوبة",
  },
  { move_stages: "مراحل الرحلة", move: "المجموعات والإقامات" },
) satisfies Entity;

/** Whether a trip is in the future, running or over, on a day of the office. */
export function stateOf({ start_date, end_date }: Pick<Trip, "start_date" | "end_date">, today: string) {
  if (today < start_date) return { tone: "plain", label: "قادمة" } as const;
  return today > end_date
    ? ({ tone: "good", label: "انتهت" } as const)
    : ({ tone: "gold", label: "جارية" } as const);
}

export const groupCount = countNoun("مجموعة واحدة", "مجموعتان", "مجموعات", "مجموعة");

/** The nouns of a trip's or group's people. */
export const travellers = {
  table: "customers",
  noun: { one: "المسافر", many: "المسافرون", some: "مسافرون" },
} as const;
